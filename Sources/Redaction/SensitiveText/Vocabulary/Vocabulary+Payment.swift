extension Vocabulary {
    static let payment = [
        kind(
            .card,
            """
            card number, card no, card num, card nr, card, credit card, debit card, credit card number,
            debit card number, cc number, visa, mastercard, amex, american express, maestro, kartennummer,
            karten nr, kreditkarte, kreditkartennummer, karte, numéro de carte, n° de carte, no de carte,
            carte bancaire, carte de crédit, numéro de la carte, carte, número de tarjeta, nº de tarjeta,
            n.º de tarjeta, tarjeta, tarjeta de crédito, numero di carta, numero carta, numero della carta,
            carta di credito, número do cartão, cartão de crédito, nº do cartão, cartão, kaartnummer, creditcard,
            creditcardnummer, numer karty, nr karty, karta, номер карты, карта, номер картки, 卡号, 卡號, 信用卡, 信用卡号,
            银行卡号, 银行卡, カード, カード番号, クレジットカード, クレジットカード番号, 카드번호, 카드 번호, رقم البطاقة, بطاقة الائتمان, kart numarası,
            kart no, kortnummer, korttinumero, číslo karty, số thẻ, nomor kartu, कार्ड नंबर, หมายเลขบัตร,
            מספר כרטיס, כרטיס אשראי, מספר כרטיס אשראי, เลขบัตร, บัตรเครดิต, เลขที่บัตร, क्रेडिट कार्ड, شماره کارت
            """
        ),
        kind(
            .cardSecurityCode,
            """
            cvv, cvv2, cvc, cvc2, csc, cvn, cid, security code, card security code, card verification,
            card verification code, verification value, cvv code, cvc code, prüfnummer, kartenprüfnummer,
            sicherheitscode, kartenprüfziffer, cryptogramme, cryptogramme visuel, code de sécurité,
            código de seguridad, codice di sicurezza, código de segurança, beveiligingscode, kod zabezpieczający,
            kod cvv, код безопасности, код cvc, 安全码, 安全碼, セキュリティコード, 보안코드, 보안 코드, رمز الأمان, güvenlik kodu,
            säkerhetskod, sikkerhedskode,
            קוד אבטחה, รหัสความปลอดภัย, код безпеки
            """
        ),
        kind(
            .iban,
            """
            iban, iban number, iban nummer, iban nr, international bank account number, ибан, آيبان, رقم الآيبان,
            国际银行账号
            """
        ),
        kind(
            .bic,
            """
            bic, swift, swift code, bic code, swift bic, bic swift, bank identifier code, kod bic, kod swift,
            code swift, code bic, код swift, رمز سويفت, código swift, codice bic
            """
        ),
        kind(
            .bankAccount,
            """
            account number, account no, acct number, acct no, account num, bank account, account, a c no, acc no,
            current account, savings account, beneficiary account, checking account, kontonummer, konto nr, konto,
            kto, kto nr, depotnummer, numéro de compte, n° de compte, no de compte, compte bancaire, cuenta,
            número de cuenta, nº de cuenta, cuenta bancaria, clabe, cbu, numero di conto, numero conto,
            conto corrente, número da conta, nº da conta, conta corrente, conta, rekeningnummer, bankrekening,
            rekening, numer konta, numer rachunku, nr rachunku, nr konta, номер счёта, номер счета, расчётный счёт,
            расчетный счет, лицевой счёт, р с, 账号, 帳號, 银行账号, 银行账户, 账户, 口座番号, 口座, 계좌번호, 계좌, رقم الحساب,
            الحساب البنكي, hesap numarası, hesap no, tilinumero, číslo účtu, bankkonto, số tài khoản,
            nomor rekening,
            מספר חשבון, חשבון בנק, מספר חשבון בנק, เลขที่บัญชี, เลขบัญชี, หมายเลขบัญชี, खाता संख्या, खाता नंबर,
            номер рахунку, شماره حساب
            """
        ),
        kind(
            .bankCode,
            """
            routing number, routing no, routing, aba, aba number, aba routing, rtn, transit number, sort code,
            sortcode, bsb, bsb number, ifsc, ifsc code, bankleitzahl, blz, code banque, code guichet,
            código de banco, agência, agencia, codice abi, abi, cab, бик, 支店番号, 銀行コード, branch code, bank code,
            institution number, clearingnummer
            """
        ),
        kind(
            .cryptoAddress,
            """
            wallet address, bitcoin address, btc address, eth address, ethereum address, deposit address,
            crypto address, wallet, wallet adresse, adresse du portefeuille, dirección de billetera,
            dirección de la billetera, indirizzo wallet, endereço da carteira, adres portfela, адрес кошелька, 钱包地址,
            ウォレットアドレス, عنوان المحفظة, solana address, usdt address, recipient address, receiving address,
            כתובת ארנק, ארנק, 지갑 주소, адреса гаманця
            """
        ),
    ]
}
