import BoundedWork

enum Vocabulary {
    static let all = payment + identity + contact + access + harmless

    private static let exact = try? LabelLexicon(all, isRecognised: false)
    private static let recognised = try? LabelLexicon(all, isRecognised: true)

    /// The lexicon of the process, made once; a new one if there was no memory for it.
    static func lexicon(isRecognised: Bool) throws(BudgetFailure) -> LabelLexicon {
        if let lexicon = isRecognised ? recognised : exact { return lexicon }
        return try LabelLexicon(all, isRecognised: isRecognised)
    }

    static func kind(_ kind: SensitiveKind, _ terms: String) -> LabelTerms {
        LabelTerms(.kind(kind), terms)
    }

    static func scheme(_ scheme: NumberScheme, _ terms: String) -> LabelTerms {
        LabelTerms(.scheme(scheme), terms)
    }
}

extension Vocabulary {
    static let access = [
        kind(
            .oneTimeCode,
            """
            verification code, confirmation code, security code, one time code, one-time password,
            one time passcode, one-time passcode, otp, otp code, totp, passcode, auth code, authentication code,
            authenticator code, login code, sign in code, sms code, access code, activation code, 2fa code,
            two factor code, backup code, recovery code, backup codes, recovery codes, your code, your code is,
            enter the code, enter code, code sent, digit code, code we sent, unlock code, pairing code, code is,
            temporary code, use code, login pin, mfa code, code below, enrolment code, enrollment code,
            code from your, bestätigungscode, verifizierungscode, sicherheitscode, einmalcode, einmalpasswort,
            einmalkennwort, zugangscode, freischaltcode, aktivierungscode, ihr code, dein code, sms code, tan, mtan,
            smstan, pushtan, anmeldecode, wiederherstellungscode, code lautet, code eingeben, prüfcode,
            stelligen code, code de vérification, code de confirmation, code de sécurité, code à usage unique,
            code d'activation, code d'accès, votre code, code reçu, code sms, code de connexion, code de validation,
            saisissez le code, le code, ton code, código de verificación, código de confirmación,
            código de seguridad, código de un solo uso, código de acceso, código de activación, tu código,
            su código, código sms, introduce el código, ingrese el código, clave dinámica, clave temporal,
            codice di verifica, codice di conferma, codice di sicurezza, codice monouso, codice otp,
            codice di accesso, codice di attivazione, il tuo codice, codice sms, inserisci il codice, il codice,
            codice temporaneo, código de verificação, código de confirmação, código de segurança,
            código de uso único, código de acesso, código de ativação, seu código, teu código, o código,
            insira o código, digite o código, verificatiecode, bevestigingscode, beveiligingscode, eenmalige code,
            toegangscode, activeringscode, je code, uw code, sms code, voer de code in, inlogcode, activatiecode,
            kod weryfikacyjny, kod potwierdzający, kod jednorazowy, kod sms, kod dostępu, kod aktywacyjny, twój kod,
            wpisz kod, hasło jednorazowe, kod logowania, kod z sms, kod to, код подтверждения, проверочный код,
            одноразовый код, одноразовый пароль, код доступа, код активации, ваш код, код из смс, код из cmc, введите код,
            код из sms, смс код, код для входа, никому не сообщайте код, код проверки, код авторизации, 验证码, 驗證碼,
            校验码, 动态码, 动态密码, 激活码, 短信验证码, 一次性密码, 确认码, 登录码, 認証コード, 確認コード, ワンタイムパスワード, 認証番号, ワンタイムコード, ログインコード, 인증번호,
            인증 코드, 확인 코드, 인증코드, رمز التحقق, رمز التأكيد, رمز لمرة واحدة, رمز الدخول, رمز التفعيل, كود التحقق, الرمز,
            رمزك, doğrulama kodu, onay kodu, tek kullanımlık, engångskod, engangskode, verifieringskod,
            vahvistuskoodi, ověřovací kód, mã xác minh, mã xác thực, kode verifikasi, kode otp, रहस्य कोड, ओटीपी,
            קוד אימות, קוד חד פעמי, קוד אישור, קוד גישה, קוד הפעלה, קוד כניסה, סיסמה חד פעמית, הקוד שלך, קוד sms,
            일회용 비밀번호, 인증 번호, รหัสยืนยัน, รหัส otp, รหัสผ่านครั้งเดียว, код підтвердження,
            одноразовий код, कोड दर्ज करें, सत्यापन कोड, کد تایید, کد تأیید, رمز یکبار مصرف
            """
        ),
        kind(
            .pin,
            """
            pin, pin code, your pin, pin number, card pin, enter pin, mpin, tpin, upi pin, puk, puk code, sim pin,
            atm pin, new pin, current pin, secret number, pin-code, geheimzahl, geheimnummer, pin-nummer, kartenpin,
            code pin, code confidentiel, code secret, código pin, clave secreta, número secreto, codice pin,
            código pin, senha do cartão, pincode, kod pin, numer pin, пин, пин код, пин-код, код pin, секретный код,
            pin 码, pin码, 支付密码, 交易密码, 取款密码, 暗証番号, pinコード, 핀번호, 핀 번호, 비밀번호 4자리, الرقم السري, رمز pin,
            رقم التعريف الشخصي, pin kodu, pinkod, pinkode, mã pin,
            קוד סודי, קוד אישי, קוד pin, pin 번호, รหัส pin, รหัสพิน, пін код, пін-код, पिन
            """
        ),
        kind(
            .password,
            """
            password, passwords, passwd, pwd, passphrase, pass phrase, pass word, pass, login password,
            new password, current password, temporary password, wifi password, wi fi password, network key,
            wifi key, wpa key, admin password, initial password, default password, security answer, secret answer,
            master password, app password, ~passwort, ~kennwort, passwörter, zugangskennwort, sicherheitsantwort,
            netzwerkschlüssel, wlan schlüssel, ~mot de passe, mdp, phrase secrète, phrase de passe, clé wifi,
            réponse secrète, contraseña, contrasena, clave, clave de acceso, clave wifi, parola d'ordine,
            parola chiave, chiave di rete, senha, senhas, palavra-passe, palavra passe, chave de rede, ~wachtwoord,
            wifi wachtwoord, netwerksleutel, hasło, hasła, klucz sieciowy, hasło wifi, пароль, пароля, ключ сети,
            кодовое слово, 密码, 密碼, 口令, 登录密码, パスワード, 合言葉, 비밀번호, 암호, كلمة المرور, كلمة السر, şifre, parola, lösenord,
            adgangskode, passord, salasana, heslo, mật khẩu, kata sandi, पासवर्ड, รหัสผ่าน, סיסמה,
            κωδικός πρόσβασης,
            ססמה, סיסמא, пароль доступу, رمز عبور, گذرواژه
            """
        ),
        kind(
            .secret,
            """
            api key, api-key, apikey, secret, secret key, access key, access key id, secret access key, private key,
            client secret, token, access token, auth token, refresh token, bearer, bearer token, authorization,
            api token, personal access token, session token, session id, webhook secret, signing secret,
            signing key, encryption key, license key, deploy token, service key, app secret, connection string, jwt,
            deploy key, root token, product key, zugriffstoken, geheimer schlüssel, privater schlüssel,
            api schlüssel, zugriffsschlüssel, lizenzschlüssel, clé api, clé secrète, clé privée, jeton,
            jeton d'accès, clé d'api, clave api, clave secreta, clave privada, token de acceso, chiave api,
            chiave segreta, chiave privata, token di accesso, chave de api, chave api, chave secreta, chave privada,
            token de acesso, api sleutel, geheime sleutel, privésleutel, toegangstoken, klucz api, klucz tajny,
            klucz prywatny, token dostępu, ключ api, api ключ, секретный ключ, токен, токен доступа, закрытый ключ,
            密钥, 私钥, 访问令牌, 令牌, api 密钥, api密钥, 秘密鍵, アクセストークン, apiキー, api キー, シークレット, シークレットキー, トークン, api 키, 비밀 키, 토큰,
            مفتاح api, المفتاح السري, رمز الوصول, مفتاح واجهة,
            מפתח api, מפתח סודי, מפתח פרטי, אסימון, אסימון גישה, טוקן, 액세스 토큰, 비밀키, токен доступу,
            секретний ключ
            """
        ),
        kind(
            .recoveryPhrase,
            """
            recovery phrase, seed phrase, secret recovery phrase, mnemonic, mnemonic phrase, backup phrase,
            seed words, wiederherstellungsphrase, seed-phrase, wiederherstellungswörter, phrase de récupération,
            phrase secrète de récupération, frase de recuperación, frase semilla, frase di recupero, frase seed,
            frase de recuperação, herstelzin, herstelwoorden, fraza odzyskiwania, фраза восстановления, сид фраза,
            секретная фраза, 助记词, 恢复短语, リカバリーフレーズ, シードフレーズ, 복구 구문, 시드 문구, عبارة الاسترداد, العبارة السرية,
            ביטוי שחזור, מילות שחזור, фраза відновлення
            """
        ),
    ]
}
