/// Identifiers as apps have them.
enum Identifiers {
    /// Those of elements that show a secret.
    static let sensitive = words(
        """
            pwdField passWord userPwd txtPwd pw pswd psw pass etPass input_pass passwordConfirm confirmPassword
            newPwd PINEntry pinEntryView enter_pin pin1 pinDigit1 mPin mpin upiPin upi_pin tpin atmPin cvn cvvField
            cvv_code cid cardCvc cardNumber card_number ccnum cc_num ccNumber ccn pan panNumber pan_number
            creditCardNo cardNr card_nr cardDigits card_last4 cardExpiry expiryDate exp_date expiration iban
            ibanField bic swift accountNo acctNum acct_no accNo account_num accountnumber acno bankAccount routing
            aba ssn ssnField ssn_last4 socialSecurityNumber sin nhsNumber nhs_no medicare mrn patientId dob
            dateOfBirth birthDate passport passportNo passport_number drivingLicenceNumber licenseNumber dlNumber
            nationalId nationalIdNumber idNumber id_number idCardNumber personalId taxId tin ein vatNumber utr otp
            otpCode otp_input otp1 otpDigit oneTimeCode one_time_code verificationCode verifyCode verify_code vcode
            smsCode sms_otp code6 codeInput codeField mfaCode twoFactorCode 2faCode totpSecret tokenField token
            accessToken bearerToken jwt apiKey api_key secretKey clientSecret client_secret privateKey seedPhrase
            recoveryPhrase mnemonicWords secretAnswer securityQuestion security_answer motherMaidenName memorableWord
            memorable_word unlockCode lockCode accessCode access_code loginCode activationCode authCode auth_pin
            walletKey cryptoKey encryptionKey sessionId cookie credentials creds balance salary email phone
            userPassphrase wifiPassword wifi_key wpaKey networkKey psk puk pukCode simPin pincode pin_code PinCode
            postalPinCode aadhaar aadharNumber aadhaarNumber panCard ifsc vpa curp rfc rut cnpj cpfNumber nie
            dni_number codiceFiscale fiscalCode steuerId svNummer ahvNummer personnummer geheimnummer kartenNr
            kontoNr iban_feld passwortFeld kennwort mdp motDePasse contrasenia contrasenya clave claveAcceso
            senhaInput wachtwoord haslo salasana пароль 密码 暗証番号 비밀번호 كلمةالمرور
        """
    )

    /// Those of elements that show none.
    static let harmless = words(
        """
            spinner pinnedMessage shoppingBag pinterest opinion mapPin pinDrop unpin pinToTop pinMarker
            keyboardShortcut passengerName compass passageText bypass expandButton panel panView companyName
            scanButton discard tokenizer instant tanButton distance secretSanta secretary secretariat codec
            codeEditor barcode qrCode zipCode postcode countryCode discountCode promoCode couponCode otpauth
            authorName cardView cardTitle cardContainer creditsLabel debitor accountName accountSettings tinted
            cinema dining einstellungen nifty ibanez pinkButton pinsList rutabaga sinus tancolor businesscard
            pinNumberPadHint forgotPasswordLink changePinButton passwordHint tan
        """
    )

    /// More of those that show a secret.
    static let moreSensitive = words(
        """
            userPassword loginPassword current_password repeatPassword etPassword edt_password passwordEditText
            txtPassCode psswd newPasswd login_pwd_et tiet_password oldpwd pw1 pwField wifi_pw pinPad et_pin edtPin
            otpPin txnPin transactionPin cardPIN_input parentalPin paymentPinDigit3 loginpin mpin_entry upiPinView
            unlockPin cvc2 card_cvn cardSecurityCode cardVerificationValue etCvv debitCardNumber cardNumberTextField
            etCardNo ccNumberInput panNo maskedCardNumber cardEnding sortCode sort_code routingNumber bsbNumber clabe
            beneficiaryAccount_no tvAccountNumber payeeAcctNo iban_input swiftCode bicCode bankAcct
            accountNumberLabel passportNum visaNumber nric itin tax_id_number tfn abnField socialInsuranceNumber
            ni_number driver_license_number dlNo licenceNo voterIdNumber aadhaar_et panCardNumber healthCardNumber
            insuranceNumber policyNumber medicalRecordNumber mrn_value birthdate dob_input date_of_birth
            birthDateField geburtsdatum otpBox1 otp_view smsCodeInput verificationCodeDigit3 emailCode et_verify_code
            confirmationCodeField twoFactorCodeEntry totpCode backupCodes recoveryCode1 authCodeInput auth_token
            refreshToken idToken oauth_token sessionToken session_key secretAccessKey awsSecretKey licenseKey
            productKey recoveryKey mnemonic_phrase seedWord1 backupPhrase privateKeyText securityAnswer2
            memorableDate doorCode alarmCode safeCode monthlyIncome netWorth accountBalance available_balance
            tvBalance emailAddress userEmail phoneNumber mobileNo contactPhone cardExpDate expiryMonth exp_year
            codeDigit1 code_1 enterCode tanInput smsTan push_tan tan_field kartennummer kontonummerFeld passnummer
            senha contrasena numeroTarjeta codigoSeguridad numeroCarte codiceSicurezza rekeningnummer losenord
            sifreAlani kartNo numerKarty mima yanzhengma getByTestId-pin showPasswordField changePinField
            resetPasswordInput pass_code pinText pinValue userPin login_pin new_pin confirmPin oldPin loginPwd
            newPass confirm_pass repeat_pass passwordTextField signup_password registerPassword masterPassword
            adminPassword dbPassword emailPassword ftpPass routerPassword vpnPassword rootPwd encryptedPassword
            passInput passField inputPin inputPass pinBox pinTF passTF cvvInput cvv_tv tvCvv cvv2Code card_cvv
            cardPin cardno card_no cardNum cardnum ccCvv ccExp ccExpiry cc_exp creditcardnumber debitcardno
            cardNumberLabel lblCardNumber card_number_value tvCardNo fullCardNumber virtualCardNumber cardPan
            pan_input panTextField acct_number bankAccountNo accountIban ibanNumber tvIban ibanLabel payeeIban
            swift_bic swiftBic bicField bankCode branchCode routing_number abaNumber sort_code_input ifscCode upiId
            vpaField ssn_input ssnLast4 socialSecurity social_security nationalInsuranceNumber nino taxNumber tax_id
            taxFileNumber itinNumber drivers_license driversLicenseNumber passport_no passportField idCard idDocument
            documentNumber docNumber identityNumber citizenId residentId nhsNumberInput healthId insuranceId
            medicalNumber patientNumber dateofbirth dob_day birthday birth_date otpField otpInput1 otpValue otp_code
            mOtp etOtp smsOtp emailOtp otpText verification_code verificationCodeField verifycode confirmCode
            securityCode security_code auth_code authenticatorCode totp_code 2fa_code backup_code recovery_code
            resetCode reset_token accesstoken access_token refresh_token bearer authorizationHeader apikey api_secret
            clientsecret secret_key private_key privkey secretPhrase seed_phrase mnemonic walletSeed keystore wif
            securityAnswer secQuestion mothersMaidenName challengeAnswer unlock_pin lockPin wifiPass wifiPsk
            networkPassword hotspotPassword salaryAmount incomeField bankBalance balanceLabel walletBalance
            emailInput txtEmail phone_number etPhone mobileNumber kennwortFeld pinEingabe kontonummer
            kreditkartennummer sozialversicherungsnummer steuernummer motdepasse codeSecret numeroSecu contraseña
            claveDinamica nip pesel_input cpf rg cnpjField dniInput codice_fiscale bsnField hasloPole heslo lozinka
            parola sifre userPinCode pinInputView PinTextField pin_text pin_value passwordValue pwdText passcodeField
            passcode_1 passphraseInput newSecret webhookSecret sharedSecret signingSecret loginPasscode walletPin
            walletPassword walletPassphrase keyPassphrase txPassword payPwd tradePwd queryPwd smsVerify smsVerifyCode
            cardNumberInputField stripeCardNumber payment_card_number billingCardNumber expDate cardValidThru
            securityCodeInput cvvNumber card_verification_code fromAccountNumber toAccountNumber recipientIban
            senderIban creditorIban accountNumberValue accountBalanceLabel currentBalance savingsBalance
            socialSecurityNo ssn1 ssn_field last4Ssn taxpayerId employerIdNumber ein_number companyVat
            nationalInsurance niNumber driverLicense licenceNumberField passportNumberInput passport_expiry idNo
            id_no civilIdNumber nationalIdField aadhaarInput panInput panNumberField medicareNo nhs mrnNumber
            patient_id healthInsuranceNo dobField dobTextField birth_day dateOfBirthPicker otp_1 otpEditText
            otpPinView oneTimePassword one_time_password otc verificationPin verifyOtp mfaToken mfa_input totpInput
            totpSeed authenticationCode login_code emailVerificationCode phoneVerificationCode smsToken pushToken
            apiToken api_token personalAccessToken jwtToken csrfToken api_key_value secretToken publicApiKey
            encryption_key privateKeyField recoveryPhraseWord3 recovery_words seedPhraseInput mnemonic_input
            mothers_maiden_name securityQuestionAnswer secretQuestion gate_code lockboxCode pinNumber pinnumber
            atm_pin debitPin creditcard creditCardNumber cc_cvc cc_cvv ccv ccvField cardSecurity card_cid amexCid
            monthlySalary annualIncome phoneTextField email_field emailTextField user_email fiscalCodeInput
            codigoPostalPin clave_acceso numero_tarjeta nifInput curpField rfcInput rutInput claveInterbancaria
            wachtwoordVeld pinkode
        """
    )

    /// More of those that show none.
    static let moreHarmless = words(
        """
            pinch pinchGesture pingButton pineapple spinButton spinWheel pinwheel typing opinionPoll pinboard
            pinLocation pinnedTab pinMessage pinChat mapPinIcon pinTopButton drop_pin_on_map pushPin pinAnnotation
            clothespin passThrough passerby passenger_count passCount boardingPass bypassButton compassView
            passionFruit seasonPass busPassCard testPassed passFail passive_mode surpass trespass panorama panelTitle
            pancake panGesture panRecognizer japanFlag spanish standalone tangerine tankLevel tangoText instantPay
            distanceLabel importantNote laptop adoption optionsMenu hotpot codeScanner codeSnippet errorCode
            statusCode referralCode inviteCode giftCode voucherCode colorCode sourceCode languageCode currencyCode
            areaCode promoCodeInput country_code_picker qr_code_view countryCodeField tokenCount tokenList
            tokenSymbol keyboard keyFeatures keyword monkey hotkey publicKey primaryKey cardStack cardList
            creditCardIcon addCardButton cardType cardHolder cardholderName gridNumber topicNumber numberPicker
            accountType accountTab deleteAccount routingView swiftUIView basicInfo bicycle cubic sinceLabel
            singleView casino business einkaufsliste protein truth routine niece ticket cider accident tinyIcon
            setting martin vatican elevator abandon database secretMenu secret_sauce whiteBalance loadBalancer
            workLifeBalance dobby cookieBanner acceptCookies signInButton sessionList authButton showPasswordToggle
            passwordStrengthBar passwordRules passwordVisibilityButton resendCode resendOtpButton forgotPin
            forgot_password btn_change_pin tvForgotPassword ic_pin iconPassword otpTimer pinSettings birthdayCake
            licenseAgreement licensePlate microphoneButton headphones emailIcon emailUsButton callPhoneButton
            phoneFrame copyIbanButton submitPinButton verifyCodeButton blockCode btnSetPassword savePasswordButton
            meinKonto lichtEin carousel pinnable mapPinView locationPin pinIcon pinImage pinColor unpinButton
            pinToHome pinned_items isPinned pinningToggle pintxo pinyinLabel spinnerView spinning lupin passenger
            passengers passengerList passport_tips_x passingScore passivo classPass encompass pass_rate testPass
            passageView passionate shopping shipping mapping typingIndicator clipping cropping tapping mappingView
            options company expanding companies panning panDown pandemic pants tokenize tokenization tokens_list
            secretariatView secretly secretaryName standby tanned tank tango button_tan_theme distanceView codeBlock
            codeReview codeView codes_list encode decode decoder qrcode qrCodeImage barcodeScanner barCode postalCode
            zip_code zipcode country_code currency_code promo_code coupon_code gift_code invite_code referral_code
            dialCode phoneCode errorCodeLabel accountTitle accountIcon accountMenu accountsList accountSettingsButton
            myAccount cardsList cardImage cardBackground cardFlip cardTypeIcon cardLayout visaLogo keyPad keyRow
            keyframe monkeyImage turkey keyHint home_key returnKey enterKey shiftKey keyboardButton loginTitle
            loginButton signupLink authTitle sessionTitle sessionDate cookiesBanner cookie_policy forgotPassword
            forgotPasswordButton resetPasswordLink changePasswordButton passwordError password_hint
            passwordRequirements passwordIcon showPassword hidePassword togglePassword togglePasswordVisibility
            enableFaceId useBiometrics emailButton sendEmailButton shareEmail emailSupport contactUs phoneIcon
            callButton smartphone swiftVersion swiftPackage bicycleIcon sinusoid single tinIcon dinner einfach
            einstellung routingTable routingMap vatInfo cidr balanceIcon balancer rebalance salaryGuide ssnHelp
            cvvHelp cvvInfoIcon whatIsCvv ibanScanButton otpResendTimer resend_otp copyCardNumber robin ribbon
            pinchZoom pinDropAnimation mapPinButton locationPinIcon pinPost pinNote pinConversation unpinMessage
            pinboardView spinnerPin pinballGame pinstripe passport_control_map passageTitle passengersCount
            compassHeading compassIcon bypassCheck passThroughView testPassCount trespassing passatModel
            shippingAddress typingLabel scannerView scanQrButton cancelScan expandCollapse companyLogo panelHeader
            panZoom spanLabel japanese secretaryLabel secretSantaList tokenizerView tokenPrice botToken_count_label
            tokenPicker distanceTraveled standingsTab tangible instanceName codecInfo codeEditorView unicodeLabel
            decodeButton barcodeView qr_code zip_code_input postcodeField promo_code_field discount_code
            referralCodeLabel countryCodePicker accountNameLabel accountDetailsTitle accountAvatar accountSwitcher
            cardHeader cardSubtitle scorecard postcard wildcardInput discardButton cardboard dashboardCard
            keypadButton keyboardType shortcutKey keynoteTitle donkey keychainIcon publicKeyLabel cacheKey loginForm
            loginSubtitle authProvider sessionTimer cookieConsentBanner forgotPasswordLabel forgotPasswordText
            resetPasswordButton change_password_link setPinButton pinHelp passwordTips passwordStrengthIndicator
            showPasswordIcon passwordToggle emailSubscribe emailNotificationsSwitch emailTemplate phoneBook
            phoneCaseImage headphoneJack microphone megaphone swiftlet swiftPlayer einladung eineWoche sinkButton
            singapore cinnamon tinsel vatnajokull routingService cidrBlock rfcDocument balanceSlider balancedDiet
            imbalance salaryCalculator otpHelpIcon cvvTooltip cvvHelpButton securityBadge securityCenter licenseInfo
            licensePlateNumber insurancePlanName policyList birthdayReminder birthdayCard expiredLabel
            validationMessage numberOfItems phoneNumberFormatHint orderNumber invoiceNumber trackingNumber
            flightNumber roomNumber ticketNumber seatNumber pageNumber serialNumber
        """
    )

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
