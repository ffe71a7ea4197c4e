"""What screens say round values, in twelve languages: captions, sentences, and fields that hold no secret."""

LOCALES = {
    "en": ["en_US", "en_GB"], "de": ["de_DE"], "fr": ["fr_FR"], "es": ["es_ES"], "it": ["it_IT"], "pt": ["pt_BR"], "nl": ["nl_NL"],
    "pl": ["pl_PL"], "ru": ["ru_RU"], "zh": ["zh_CN"], "ja": ["ja_JP"], "ar": ["ar_AA"],
}

# The national numbers that people of a language have.
NATIONAL = {
    "en": {
        "us.ssn": ["SSN", "Social Security Number", "Social security no."], "us.itin": ["ITIN"], "ca.sin": ["Social Insurance Number", "SIN"],
        "gb.nhs": ["NHS number", "NHS No."], "gb.utr": ["UTR", "Unique Taxpayer Reference"], "ie.pps": ["PPS number", "PPSN"],
        "au.tfn": ["Tax file number", "TFN"], "nz.ird": ["IRD number"], "za.idnr": ["SA ID", "ID number"],
        "in.aadhaar": ["Aadhaar number", "Aadhaar"], "in.pan": ["PAN", "PAN card number"], "pk.cnic": ["CNIC"], "my.nric": ["MyKad", "NRIC"],
    },
    "de": {"de.idnr": ["Steuer-ID", "Steueridentifikationsnummer", "Ihre Steuer-IdNr."], "at.vnr": ["Sozialversicherungsnummer", "SV-Nummer"],
           "ch.ssn": ["AHV-Nummer", "AHV-Nr."]},
    "fr": {"fr.nir": ["N° de sécurité sociale", "Numéro de sécurité sociale"], "fr.nif": ["Numéro fiscal"],
           "be.nn": ["Numéro de registre national", "NISS"], "ch.ssn": ["N° AVS"]},
    "es": {"es.dni": ["DNI", "DNI/NIF", "Documento de identidad"], "es.nie": ["NIE", "DNI/NIE"], "ar.cuit": ["CUIT", "CUIL"], "ar.dni": ["DNI"],
           "cl.rut": ["RUT"], "co.nit": ["NIT"], "ec.ci": ["Cédula"], "do.cedula": ["Cédula de identidad"], "mx.curp": ["CURP"], "mx.rfc": ["RFC"]},
    "it": {"it.codicefiscale": ["Codice fiscale", "C.F.", "Cod. fiscale"]},
    "pt": {"br.cpf": ["CPF", "CPF do titular"], "br.cnpj": ["CNPJ"], "pt.nif": ["NIF", "Contribuinte"], "pt.cc": ["Cartão de Cidadão"]},
    "nl": {"nl.bsn": ["BSN", "Burgerservicenummer"], "be.nn": ["Rijksregisternummer"]},
    "pl": {"pl.pesel": ["PESEL", "Numer PESEL"], "pl.nip": ["NIP"], "cz.rc": ["Rodné číslo"], "ro.cnp": ["CNP"], "hr.oib": ["OIB"], "rs.jmbg": ["JMBG"],
           "bg.egn": ["ЕГН"], "ee.ik": ["Isikukood"], "se.personnummer": ["Personnummer"], "no.fodselsnummer": ["Fødselsnummer"],
           "dk.cpr": ["CPR-nummer"], "fi.hetu": ["Henkilötunnus"], "is.kennitala": ["Kennitala"]},
    "ru": {"ru.inn": ["ИНН"], "ua.rntrc": ["РНОКПП"]},
    "zh": {"cn.ric": ["身份证号", "身份证号码", "证件号"]},
    "ja": {"jp.in": ["マイナンバー", "個人番号"], "kr.rrn": ["주민등록번호"], "th.pin": ["เลขประจำตัวประชาชน"]},
    "ar": {"il.idnr": ["رقم الهوية"], "tr.tckimlik": ["TC Kimlik No", "T.C. Kimlik No"], "gr.amka": ["ΑΜΚΑ"], "gr.vat": ["ΑΦΜ"], "id.nik": ["NIK"]},
}

# Captions by kind; the languages follow in the order of LOCALES, alternatives with a bar between them.
CAPTIONS = {
    "email": "Email|E-mail address|Contact e-mail|Your email # E-Mail|E-Mail-Adresse|Deine E-Mail # E-mail|Adresse e-mail|Votre courriel # Correo electrónico|Tu correo|Email # E-mail|Indirizzo e-mail # E-mail|Endereço de e-mail # E-mailadres|Je e-mail # E-mail|Adres e-mail # Эл. почта|Электронная почта # 邮箱|电子邮件 # メールアドレス # البريد الإلكتروني",
    "phone": "Phone|Mobile|Cell phone|Phone number|Tel. # Telefon|Handynummer|Mobil|Tel. # Téléphone|Portable|Tél. # Teléfono|Móvil|Celular # Telefono|Cellulare # Telefone|Celular # Telefoon|Mobiel nummer # Telefon|Numer telefonu # Телефон|Мобильный # 手机号|联系电话 # 電話番号|携帯電話 # رقم الهاتف|الجوال",
    "card": "Card number|Credit card|Card no. # Kartennummer|Kreditkarte # Numéro de carte|Carte bancaire # Número de tarjeta|Tarjeta # Numero carta|Carta di credito # Número do cartão|Cartão de crédito # Kaartnummer|Creditcard # Numer karty|Karta # Номер карты # 卡号|银行卡号 # カード番号|クレジットカード番号 # رقم البطاقة",
    "cardSecurityCode": "CVV|CVC|Security code|CVV2 # Prüfnummer|CVC|Sicherheitscode # Cryptogramme|CVV # CVV|Código de seguridad # CVV|Codice di sicurezza # CVV|Código de segurança # CVC|Beveiligingscode # CVV|Kod CVC # CVV|Код безопасности # 安全码|CVV # セキュリティコード # رمز الأمان|CVV",
    "iban": "IBAN|Your IBAN # IBAN|Ihre IBAN # IBAN|Votre IBAN # IBAN # IBAN|Coordinate IBAN # IBAN # IBAN|IBAN-nummer # IBAN|Numer IBAN # IBAN # IBAN # IBAN # رقم الآيبان|IBAN",
    "bic": "BIC|SWIFT code # BIC|BIC/SWIFT # Code BIC # BIC|SWIFT # BIC # BIC|Código SWIFT # BIC # BIC|Kod SWIFT # SWIFT # SWIFT # SWIFT # SWIFT",
    "bankAccount": "Account number|Account no.|Bank account # Kontonummer|Konto-Nr. # Numéro de compte|N° de compte # Número de cuenta|Cuenta # Numero di conto|Conto corrente # Conta corrente|Número da conta # Rekeningnummer|Rekening # Numer rachunku|Numer konta # Номер счёта|Расчётный счёт # 银行账号|账号 # 口座番号 # رقم الحساب",
    "passport": "Passport number|Passport no. # Reisepassnummer|Passnummer # Numéro de passeport|Passeport # Número de pasaporte|Pasaporte # Numero passaporto|Passaporto # Número do passaporte|Passaporte # Paspoortnummer # Numer paszportu|Paszport # Номер паспорта|Паспорт # 护照号码|护照号 # パスポート番号|旅券番号 # رقم جواز السفر",
    "drivingLicence": "Driver's license|Driving licence number|Licence no. # Führerscheinnummer|Führerschein # Numéro de permis|Permis de conduire # Permiso de conducir|Licencia de conducir # Patente di guida|Numero patente # CNH|Carta de condução # Rijbewijsnummer|Rijbewijs # Prawo jazdy|Numer prawa jazdy # Водительское удостоверение # 驾驶证号 # 運転免許証|免許証番号 # رخصة القيادة",
    "dateOfBirth": "Date of birth|DOB|Born|Birthday # Geburtsdatum|Geboren am|Geb. # Date de naissance|Né(e) le # Fecha de nacimiento|Nacimiento # Data di nascita|Nato il # Data de nascimento|Nascimento # Geboortedatum|Geboren op # Data urodzenia # Дата рождения # 出生日期|生日 # 生年月日|誕生日 # تاريخ الميلاد",
    "personName": "Name|Full name|Cardholder|Account holder|Patient|Recipient # Name|Vor- und Nachname|Kontoinhaber|Empfänger|Ansprechpartner # Nom|Nom complet|Titulaire|Bénéficiaire # Nombre|Nombre y apellidos|Titular|Destinatario # Nome|Nome e cognome|Intestatario|Destinatario # Nome|Nome completo|Titular do cartão|Destinatário # Naam|Volledige naam|Rekeninghouder # Imię i nazwisko|Posiadacz karty|Odbiorca # ФИО|Получатель|Имя и фамилия # 姓名|收件人|持卡人 # 氏名|お名前|口座名義 # الاسم|الاسم الكامل|المستلم",
    "postalAddress": "Address|Shipping address|Home address|Deliver to # Anschrift|Lieferadresse|Adresse|Rechnungsadresse # Adresse|Adresse de livraison|Domicile # Dirección|Dirección de envío|Domicilio # Indirizzo|Indirizzo di spedizione|Residenza # Endereço|Endereço de entrega # Adres|Bezorgadres # Adres|Adres dostawy|Adres zamieszkania # Адрес|Адрес доставки # 地址|收货地址 # 住所|お届け先 # العنوان|عنوان التوصيل",
    "oneTimeCode": "Verification code|One-time code|Security code|SMS code|OTP # Bestätigungscode|Einmalcode|SMS-Code|TAN # Code de vérification|Code de confirmation|Code SMS # Código de verificación|Código SMS # Codice di verifica|Codice OTP # Código de verificação|Código SMS # Verificatiecode|Sms-code # Kod weryfikacyjny|Kod SMS # Код подтверждения|Код из СМС # 验证码|短信验证码 # 認証コード|確認コード # رمز التحقق",
    "pin": "PIN|Your PIN|Card PIN # PIN|Geheimzahl # Code PIN|Code secret # PIN|Código PIN # PIN|Codice PIN # PIN|Código PIN # Pincode|PIN # PIN|Kod PIN # ПИН-код # PIN码|支付密码 # 暗証番号 # الرقم السري",
    "password": "Password|Temporary password|Wi-Fi password|Passphrase # Passwort|WLAN-Passwort|Kennwort # Mot de passe|Mot de passe Wi-Fi # Contraseña|Contraseña temporal # Password|Password Wi-Fi # Senha|Senha provisória # Wachtwoord|Wifi-wachtwoord # Hasło|Hasło tymczasowe # Пароль|Временный пароль # 密码|登录密码 # パスワード # كلمة المرور",
    "secret": "API key|Secret key|Access token|Client secret|Webhook secret # API-Schlüssel|Zugriffstoken|Client Secret # Clé API|Jeton d'accès # Clave API|Token de acceso # Chiave API|Token di accesso # Chave de API|Token de acesso # API-sleutel|Toegangstoken # Klucz API|Token dostępu # API-ключ|Токен доступа # API 密钥|访问令牌 # APIキー|アクセストークン # مفتاح API",
    "recoveryPhrase": "Secret recovery phrase|Seed phrase # Wiederherstellungsphrase # Phrase de récupération # Frase de recuperación # Frase di recupero # Frase de recuperação # Herstelzin # Fraza odzyskiwania # Фраза восстановления # 助记词 # リカバリーフレーズ # عبارة الاسترداد",
    "ipAddress": "IP address|Public IP # IP-Adresse # Adresse IP # Dirección IP # Indirizzo IP # Endereço IP # IP-adres # Adres IP # IP-адрес # IP地址 # IPアドレス # عنوان IP",
    "macAddress": "MAC address|Wi-Fi address # MAC-Adresse # Adresse MAC # Dirección MAC # Indirizzo MAC # Endereço MAC # MAC-adres # Adres MAC # MAC-адрес # MAC地址 # MACアドレス # عنوان MAC",
    "coordinates": "Location|GPS|Coordinates # Koordinaten|Standort # Coordonnées # Coordenadas|Ubicación # Coordinate # Coordenadas # Coördinaten|Locatie # Współrzędne # Координаты # 坐标|位置 # 座標|位置情報 # الإحداثيات",
    "imei": "IMEI|IMEI 1 # IMEI # IMEI # IMEI # IMEI # IMEI # IMEI # IMEI # IMEI # IMEI # IMEI # IMEI",
    "iccid": "ICCID|SIM number # ICCID # ICCID # ICCID # ICCID # ICCID # ICCID # ICCID # ICCID # ICCID # ICCID # ICCID",
    "vin": "VIN|Vehicle identification number # Fahrgestellnummer|FIN # VIN|Numéro de châssis # Número de bastidor|VIN # Numero di telaio # Chassi # Chassisnummer # Numer VIN # VIN # 车架号 # 車台番号 # VIN",
    "cryptoAddress": "Wallet address|Send to # Wallet-Adresse # Adresse du portefeuille # Dirección de la billetera # Indirizzo wallet # Endereço da carteira # Walletadres # Adres portfela # Адрес кошелька # 钱包地址 # ウォレットアドレス # عنوان المحفظة",
}

# Sentences with a value within; {} is the value.
SENTENCES = {
    "oneTimeCode": "Your verification code is {}.|{} is your login code. Do not share it.|Enter code {} to sign in # Ihr Bestätigungscode lautet {}.|{} ist dein Anmeldecode # Votre code de vérification est {}.|{} est votre code de connexion # Tu código de verificación es {}.|{} es tu código de acceso # Il tuo codice di verifica è {}.|{} è il tuo codice di accesso # Seu código de verificação é {}.|{} é o seu código de acesso # Je verificatiecode is {}.|{} is je inlogcode # Twój kod weryfikacyjny to {}.|{} to Twój kod logowania # Ваш код подтверждения: {}. Никому его не сообщайте|{} — ваш код для входа # 您的验证码是{}，5分钟内有效|【银行】验证码：{} # 認証コードは {} です|{} があなたの確認コードです # رمز التحقق الخاص بك هو {}",
    "email": "We sent a link to {}.|Signed in as {}|Contact {} for details # Wir haben einen Link an {} gesendet.|Angemeldet als {} # Un lien a été envoyé à {}. # Hemos enviado un enlace a {}. # Abbiamo inviato un link a {}. # Enviamos um link para {}. # We hebben een link gestuurd naar {}. # Wysłaliśmy link na adres {}. # Мы отправили ссылку на {}. # 链接已发送至 {} # {} にリンクを送信しました # أرسلنا رابطًا إلى {}",
    "phone": "Call me on my mobile: {}|We will text {}|Phone: {} (home) # Erreichbar unter Tel. {}|SMS an Handy {} # Joignable au tél. {} # Mi móvil es {} # Il mio cellulare è {} # Meu celular é {} # Mijn mobiele nummer: tel. {} # Mój telefon: {} # Мой телефон {} # 我的手机号是{} # 携帯は {} です # هاتفي هو {}",
    "iban": "Please transfer to {} by Friday.|Payee IBAN {} # Bitte überweisen Sie auf {}.|Ihr Konto {} # Virement vers {} # Transferencia a {} # Bonifico a {} # Transferência para {} # Overmaken naar {} # Przelew na {} # Перевод на {} # 请汇款至 {} # {} へお振込みください # حوّل المبلغ إلى {}",
    "card": "Paid with {}|Charged to card {} # Bezahlt mit Karte {} # Payé avec la carte {} # Pagado con la tarjeta {} # Pagato con carta {} # Pago com o cartão {} # Betaald met kaart {} # Zapłacono kartą {} # Оплачено картой {} # 已使用银行卡{}付款 # カード {} で支払い済み # تم الدفع بالبطاقة {}",
    "password": "Your temporary password is {}|Log in with the password {} # Ihr vorläufiges Passwort lautet {}|Das Passwort ist {} # Votre mot de passe est {} # Tu contraseña es {} # La tua password è {} # Sua senha é {} # Je wachtwoord is {} # Twoje hasło to {} # Ваш пароль: {} # 您的密码是 {} # パスワードは {} です # كلمة المرور هي {}",
    "personName": "Dear Mr. {},|Hello {},|Hi {}! # Guten Tag Herr {},|Hallo {}, # Bonjour {},|Cher {}, # Hola {},|Estimado Sr. {}: # Ciao {},|Gentile Sig. {}, # Olá {},|Prezado Sr. {}, # Hallo {},|Beste {}, # Cześć {}!|Witaj {}, # Здравствуйте, {}!|Уважаемый {}! # 姓名：{} # お名前：{} # الاسم: {}",
    "dateOfBirth": "He was born on {} in York.|DOB {} # geboren am {} in Köln # né le {} à Lyon # nacido el {} en Lugo # nato il {} a Roma # nascido em {} no Recife # geboren op {} te Gent # ur. {} w Gdyni # родился {} в Твери # 出生日期：{}，男 # {}生まれ # تاريخ الميلاد: {}",
}

# Fields that hold no secret: a caption, and which made-up value goes with it.
HARMLESS = {
    "en": [("Order number", "digits"), ("Invoice", "docnum"), ("Tracking number", "tracking"), ("Total", "price"), ("Version", "version"), ("Updated", "date"), ("Delivery time", "time"), ("Quantity", "small"), ("ZIP code", "zip"), ("Promo code", "promo"), ("Flight", "flight"), ("ISBN", "isbn"), ("Customer service", "hotline"), ("Article no.", "digits"), ("Balance", "price"), ("Screen size", "size"), ("Build", "version"), ("Serial number", "serial"), ("Steps", "thousands"), ("Booking reference", "docnum"), ("File name", "file"), ("Company", "company"), ("City", "city"), ("Username", "username"), ("Meter reading", "digits"), ("Error code", "small"), ("Commit", "hash")],
    "de": [("Bestellnummer", "digits"), ("Rechnung", "docnum"), ("Sendungsnummer", "tracking"), ("Summe", "price"), ("Version", "version"), ("Zuletzt geändert", "date"), ("Abfahrt", "time"), ("Menge", "small"), ("PLZ", "zip"), ("Gutscheincode", "promo"), ("Hotline", "hotline"), ("Artikelnummer", "digits"), ("Kontostand", "price"), ("Seriennummer", "serial"), ("Schritte", "thousands"), ("Dateiname", "file"), ("Firma", "company"), ("Ort", "city"), ("Kundennummer", "digits"), ("Zählerstand", "digits")],
    "fr": [("N° de commande", "digits"), ("Facture", "docnum"), ("N° de suivi", "tracking"), ("Total TTC", "price"), ("Version", "version"), ("Mis à jour", "date"), ("Départ", "time"), ("Quantité", "small"), ("Code postal", "zip"), ("Code promo", "promo"), ("Service client", "hotline"), ("Référence", "digits"), ("Solde", "price"), ("Ville", "city"), ("Entreprise", "company"), ("N° de série", "serial")],
    "es": [("Número de pedido", "digits"), ("Factura", "docnum"), ("Seguimiento", "tracking"), ("Importe", "price"), ("Versión", "version"), ("Actualizado", "date"), ("Salida", "time"), ("Cantidad", "small"), ("Código postal", "zip"), ("Código promocional", "promo"), ("Atención al cliente", "hotline"), ("Referencia", "digits"), ("Saldo", "price"), ("Ciudad", "city"), ("Empresa", "company")],
    "it": [("Numero ordine", "digits"), ("Fattura", "docnum"), ("Spedizione", "tracking"), ("Totale", "price"), ("Versione", "version"), ("Aggiornato", "date"), ("Partenza", "time"), ("Quantità", "small"), ("CAP", "zip"), ("Codice sconto", "promo"), ("Assistenza clienti", "hotline"), ("Codice articolo", "digits"), ("Saldo", "price"), ("Città", "city"), ("Azienda", "company")],
    "pt": [("Número do pedido", "digits"), ("Nota fiscal", "docnum"), ("Rastreamento", "tracking"), ("Valor", "price"), ("Versão", "version"), ("Atualizado", "date"), ("Saída", "time"), ("Quantidade", "small"), ("CEP", "zip"), ("Cupom", "promo"), ("Central de atendimento", "hotline"), ("Protocolo", "digits"), ("Saldo", "price"), ("Cidade", "city"), ("Empresa", "company")],
    "nl": [("Bestelnummer", "digits"), ("Factuur", "docnum"), ("Track & trace", "tracking"), ("Totaal", "price"), ("Versie", "version"), ("Bijgewerkt", "date"), ("Vertrek", "time"), ("Aantal", "small"), ("Postcode", "zip"), ("Kortingscode", "promo"), ("Klantenservice", "hotline"), ("Klantnummer", "digits"), ("Saldo", "price"), ("Plaats", "city"), ("Bedrijf", "company")],
    "pl": [("Numer zamówienia", "digits"), ("Faktura", "docnum"), ("Przesyłka", "tracking"), ("Razem", "price"), ("Wersja", "version"), ("Zmieniono", "date"), ("Odjazd", "time"), ("Ilość", "small"), ("Kod pocztowy", "zip"), ("Kod rabatowy", "promo"), ("Infolinia", "hotline"), ("Numer klienta", "digits"), ("Saldo", "price"), ("Miasto", "city"), ("Firma", "company")],
    "ru": [("Номер заказа", "digits"), ("Накладная", "docnum"), ("Трек-номер", "tracking"), ("Итого", "price"), ("Версия", "version"), ("Обновлено", "date"), ("Отправление", "time"), ("Количество", "small"), ("Индекс", "zip"), ("Промокод", "promo"), ("Служба поддержки", "hotline"), ("Артикул", "digits"), ("Баланс", "price"), ("Город", "city"), ("Компания", "company")],
    "zh": [("订单号", "digits"), ("发票号码", "docnum"), ("运单号", "tracking"), ("合计", "price"), ("版本号", "version"), ("更新时间", "date"), ("发车", "time"), ("数量", "small"), ("邮政编码", "zip"), ("优惠码", "promo"), ("客服热线", "hotline"), ("商品编号", "digits"), ("余额", "price"), ("城市", "city"), ("公司名称", "company")],
    "ja": [("注文番号", "digits"), ("請求書番号", "docnum"), ("追跡番号", "tracking"), ("合計", "price"), ("バージョン", "version"), ("更新日", "date"), ("出発", "time"), ("数量", "small"), ("郵便番号", "zip"), ("クーポンコード", "promo"), ("お問い合わせ", "hotline"), ("商品番号", "digits"), ("残高", "price"), ("市区町村", "city"), ("会社名", "company")],
    "ar": [("رقم الطلب", "digits"), ("رقم الفاتورة", "docnum"), ("رقم التتبع", "tracking"), ("الإجمالي", "price"), ("الإصدار", "version"), ("آخر تحديث", "date"), ("المغادرة", "time"), ("الكمية", "small"), ("الرمز البريدي", "zip"), ("رمز الخصم", "promo"), ("خدمة العملاء", "hotline"), ("رقم المنتج", "digits"), ("الرصيد", "price")],
}

# Lines that stand on screens and say nothing about anybody.
LINES = {
    "en": ["Settings", "Forgot password?", "Show password", "Continue", "Password must have at least 8 characters", "Enter your PIN", "Verify your email address", "Hello World", "Privacy & security", "Change PIN", "Name is required", "3 new messages", "Today, 14:05", "1,024 followers", "Save up to 30 % on 12 items", "Page 3 of 12", "Welcome back!", "Terms of service", "Add a card", "12:30 PM – 1:45 PM", "Room 204, Building 7", "© 2024 Acme Inc.", "Chapter 12: 1945–1989", "5 GB of 15 GB used", "Level 42", "2 x 4 = 8", "Resend code in 0:45", "iPhone 15 Pro Max 256 GB", "Win up to 1,000,000 points", "API keys", "No tokens yet", "Call us: 1-800-555-0199"],
    "de": ["Einstellungen", "Passwort vergessen?", "Passwort anzeigen", "Weiter", "Mindestens 8 Zeichen", "PIN eingeben", "Datenschutz", "Hallo Welt", "Heute, 14:05", "Gleis 12, Wagen 24", "Seite 3 von 12", "Noch 3 Artikel", "1.024 Abonnenten", "Bis zu 30 % sparen", "Name fehlt", "Code erneut senden (0:45)", "Montag–Freitag 9–18 Uhr", "© 2024 Beispiel GmbH"],
    "fr": ["Paramètres", "Mot de passe oublié ?", "Afficher le mot de passe", "Continuer", "8 caractères minimum", "Saisissez votre code PIN", "Aujourd'hui, 14 h 05", "Page 3 sur 12", "1 024 abonnés", "Jusqu'à -30 %", "Conditions générales", "Voie 12, voiture 24"],
    "es": ["Ajustes", "¿Olvidaste tu contraseña?", "Mostrar contraseña", "Continuar", "Mínimo 8 caracteres", "Introduce tu PIN", "Hoy, 14:05", "Página 3 de 12", "1.024 seguidores", "Hasta 30 % de descuento", "Andén 12, coche 24"],
    "it": ["Impostazioni", "Password dimenticata?", "Mostra password", "Continua", "Almeno 8 caratteri", "Inserisci il PIN", "Oggi, 14:05", "Pagina 3 di 12", "1.024 follower", "Fino al 30 % di sconto", "Binario 12, carrozza 24"],
    "pt": ["Configurações", "Esqueceu a senha?", "Mostrar senha", "Continuar", "Mínimo de 8 caracteres", "Digite o PIN", "Hoje, 14:05", "Página 3 de 12", "1.024 seguidores", "Até 30 % de desconto"],
    "nl": ["Instellingen", "Wachtwoord vergeten?", "Wachtwoord tonen", "Doorgaan", "Minimaal 8 tekens", "Voer je pincode in", "Vandaag, 14:05", "Pagina 3 van 12", "1.024 volgers", "Spoor 12, rijtuig 24"],
    "pl": ["Ustawienia", "Nie pamiętasz hasła?", "Pokaż hasło", "Dalej", "Co najmniej 8 znaków", "Wpisz PIN", "Dzisiaj, 14:05", "Strona 3 z 12", "1024 obserwujących", "Peron 12, wagon 24"],
    "ru": ["Настройки", "Забыли пароль?", "Показать пароль", "Продолжить", "Не менее 8 символов", "Введите ПИН-код", "Сегодня, 14:05", "Страница 3 из 12", "1024 подписчика", "Путь 12, вагон 24"],
    "zh": ["设置", "忘记密码？", "显示密码", "继续", "至少8个字符", "请输入PIN码", "今天 14:05", "第3页，共12页", "1024位粉丝", "满300减30", "12车24座"],
    "ja": ["設定", "パスワードをお忘れですか？", "パスワードを表示", "次へ", "8文字以上", "暗証番号を入力", "今日 14:05", "3/12ページ", "フォロワー1,024人", "12号車24番"],
    "ar": ["الإعدادات", "هل نسيت كلمة المرور؟", "إظهار كلمة المرور", "متابعة", "8 أحرف على الأقل", "أدخل الرقم السري", "اليوم 14:05", "صفحة 3 من 12", "1024 متابعًا"],
}


def by_language(text):
    """The alternatives of each language."""
    return dict(zip(LOCALES, ([part.strip() for part in entry.split("|")] for entry in text.split("#"))))
