/// Names of secrets in labels and identifiers: passwords, PINs, card and account numbers, numbers of persons, one-time
/// codes, keys.
package enum SecretTerms {
    package struct Language: Sendable {
        package let name: String
        /// The names of secrets; most terms with an accent are listed without it, too.
        package let terms: [String]

        fileprivate init(_ name: String, _ terms: String) {
            self.name = name
            self.terms = terms.split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }.map(String.init)
        }
    }

    package static let all = [
        Language(
            "English",
            """
            password, passwords, passwd, passcode, passphrase, pass word, pass code, pwd, pin, pin code,
            pin number, pins, secret, security answer, security code, security number, cvv, cvv2, cvc, cvc2,
            csc, card verification, card number, card no, card num, credit card, debit card, cc number, iban,
            account number, account no, acct number, routing number, sort code, ssn, social security,
            social insurance number, national insurance, nino, tax id, tax number, taxpayer, passport number,
            passport no, driver license, drivers license, driving licence, national id, one time code,
            one time password, one time passcode, otp, totp, verification code, confirmation code,
            authentication code, authenticator code, auth code, login code, sms code, 2fa, mfa, two factor,
            recovery code, recovery key, backup code, access token, auth token, api key, private key,
            seed phrase, recovery phrase, mnemonic, mpin, tpin, puk, cvn, access code, activation code, unlock code,
            date of birth, dob, maiden name, memorable word, security question, identity number, license number,
            licence number, insurance number, nhs number, medicare number, aadhaar, aadhar, network key
            """
        ),
        Language(
            "German",
            """
            passwort, passwörter, passwoerter, kennwort, kennwörter, zugangscode, geheimzahl, geheimnis,
            persönliche identifikationsnummer, kartennummer, kartenprüfnummer, kartenpruefnummer, prüfziffer,
            pruefziffer, prüfnummer, pruefnummer, sicherheitscode, kreditkarte, kontonummer, steuernummer,
            steuer id, steueridentifikationsnummer, sozialversicherungsnummer, ausweisnummer, passnummer,
            einmalcode, einmalpasswort, einmalkennwort, bestätigungscode, bestaetigungscode, verifizierungscode,
            freischaltcode, tan, mtan, smstan, phototan, pushtan
            """
        ),
        Language(
            "French",
            """
            mot de passe, mots de passe, code secret, code confidentiel, cryptogramme, code de sécurité,
            code de securite, numéro de carte, numero de carte, carte bancaire, carte de crédit,
            carte de credit, numéro de compte, numero de compte, numéro de sécurité sociale,
            numero de securite sociale, numéro fiscal, numero fiscal, numéro de passeport, numero de passeport,
            code à usage unique, code a usage unique, code de vérification, code de verification,
            code de confirmation, mdp
            """
        ),
        Language(
            "Spanish",
            """
            contraseña, contrasena, contraseñas, clave secreta, clave de acceso, código secreto, codigo secreto,
            código de seguridad, codigo de seguridad, número de tarjeta, numero de tarjeta, tarjeta de crédito,
            tarjeta de credito, tarjeta de débito, tarjeta de debito, número de cuenta, numero de cuenta,
            seguridad social, dni, nif, número de pasaporte, numero de pasaporte, código de verificación,
            codigo de verificacion, código de un solo uso, codigo de un solo uso
            """
        ),
        Language(
            "Portuguese",
            """
            senha, senhas, palavra passe, palavra chave, código de segurança, codigo de seguranca,
            número do cartão, numero do cartao, cartão de crédito, cartao de credito, número da conta,
            numero da conta, cpf, código de verificação, codigo de verificacao, código de uso único,
            codigo de uso unico
            """
        ),
        Language(
            "Italian",
            """
            parola d'ordine, codice segreto, codice di sicurezza, numero di carta, numero carta,
            carta di credito, numero di conto, codice fiscale, codice di verifica, codice monouso
            """
        ),
        Language(
            "Dutch",
            """
            wachtwoord, wachtwoorden, pincode, toegangscode, beveiligingscode, kaartnummer, creditcard,
            rekeningnummer, burgerservicenummer, bsn, paspoortnummer, eenmalige code, verificatiecode
            """
        ),
        Language(
            "Danish, Norwegian and Swedish",
            """
            adgangskode, kodeord, passord, lösenord, losenord, pinkode, pinkod, sikkerhedskode, sikkerhetskode,
            säkerhetskod, sakerhetskod, kortnummer, kontonummer, personnummer, fødselsnummer, fodselsnummer,
            cpr nummer, engangskode, engångskod, engangskod
            """
        ),
        Language(
            "Finnish",
            """
            salasana, tunnusluku, turvakoodi, korttinumero, kortin numero, tilinumero, henkilötunnus,
            henkilotunnus, kertakäyttökoodi, kertakayttokoodi, vahvistuskoodi
            """
        ),
        Language(
            "Polish",
            """
            hasło, haslo, hasła, kod pin, kod zabezpieczający, kod zabezpieczajacy, numer karty, numer konta,
            numer rachunku, pesel, numer paszportu, kod jednorazowy, kod weryfikacyjny
            """
        ),
        Language(
            "Czech and Slovak",
            """
            heslo, hesla, bezpečnostní kód, bezpecnostni kod, číslo karty, cislo karty, číslo účtu, cislo uctu,
            rodné číslo, rodne cislo, ověřovací kód, overovaci kod, jednorázový kód, jednorazovy kod
            """
        ),
        Language(
            "Turkish",
            """
            şifre, sifre, parola, güvenlik kodu, guvenlik kodu, kart numarası, kart numarasi, hesap numarası,
            hesap numarasi, kimlik numarası, kimlik numarasi, doğrulama kodu, dogrulama kodu, tek kullanımlık,
            tek kullanimlik
            """
        ),
        Language(
            "Russian and Ukrainian",
            """
            пароль, пароля, пин, пин код, код безопасности, номер карты, номер картки, номер счёта, номер счета,
            номер рахунку, снилс, инн, одноразовый код, одноразовий код, код подтверждения, код підтвердження,
            кодовое слово, секретный
            """
        ),
        Language(
            "Arabic",
            """
            كلمة المرور, كلمة السر, الرقم السري, رمز الأمان, رقم البطاقة, رقم الحساب, رقم الهوية, رمز التحقق,
            رمز لمرة واحدة
            """
        ),
        Language(
            "Hindi",
            """
            पासवर्ड, पिन, कार्ड नंबर, खाता संख्या, आधार, ओटीपी
            """
        ),
        Language(
            "Indonesian and Malay",
            """
            kata sandi, kata laluan, kode keamanan, nomor kartu, nomor rekening, nombor akaun, kode verifikasi,
            kode otp
            """
        ),
        Language(
            "Vietnamese",
            """
            mật khẩu, mat khau, mã pin, số thẻ, so the, số tài khoản, so tai khoan, mã xác minh
            """
        ),
        Language(
            "Thai",
            """
            รหัสผ่าน, หมายเลขบัตร, เลขบัญชี, รหัสความปลอดภัย
            """
        ),
        Language(
            "Chinese",
            """
            密码, 密碼, 口令, 安全码, 安全碼, 卡号, 卡號, 信用卡, 银行卡, 账号, 帳號, 身份证号, 身分證, 验证码, 驗證碼, 一次性密码
            """
        ),
        Language(
            "Japanese",
            """
            パスワード, 暗証番号, パスコード, セキュリティコード, カード番号, 口座番号, マイナンバー, 認証コード, 確認コード, ワンタイム
            """
        ),
        Language(
            "Korean",
            """
            비밀번호, 암호, 보안코드, 카드번호, 계좌번호, 주민등록번호, 인증번호, 일회용
            """
        ),
    ]
}
