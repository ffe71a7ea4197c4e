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
            wachtwoordVeld pinkode cardNumberEditText cvc_edit_text expiry_date_edit_text bt_card_form_card_number
            bt_card_form_cvv bt_card_form_expiration editText_cardNumber editText_securityCode editText_expiryDate
            editTextTextPassword password_entry pinEntry pin_entry_view text_input_password til_password
            input_layout_password login_password_edittext signup_confirm_password editTextPin edit_text_otp
            otp_edit_box3 et_otp_4 digit1_pin verification_code_input sms_code_field confirmation_code_edit
            auth_code_edit_text enter_otp_view pinview firstPinView tv_pin pin_display secretKeyText
            privateKeyTextView mnemonic_text seed_phrase_text_view recovery_phrase_words wallet_private_key
            api_key_edit client_secret_field access_token_text tv_account_no tv_acc_number account_number_tv
            txtAccountNumber lblAccountNo accountNumLabel acctNo tv_balance balance_text availableBalanceAmount
            current_balance_tv iban_text tv_iban ibanTextField routing_no swift_code_et ifsc_code_edit edt_ifsc
            upi_pin_edit et_upi_id pan_card_number et_pan aadhaar_number_input tvAadhar passport_number_edit
            et_passport_no driving_license_no dl_number ssn_edit_text ssn_last_four et_ssn tax_id_field
            nationalIdNumberField id_card_no edt_cccd cnic_number nid_number nric_fin birth_date_picker tvDob
            dobEditText et_phone phone_number_edit_text mobile_number_input et_mobile email_edit_text
            et_email_address medical_record_no insurance_no policy_number_tv salary_amount_tv tv_salary
            login_pin_code lock_screen_password unlock_password wifi_password_edit network_password
            hotspot_password_text pukEdit sim_pin_edit otp_text_view tv_otp code_input_1 sms_code_6 com_password
            loginview_pwd inputPwdAgain user_passwd_confirm psw_et key_password pass_et newpass reenterpassword
            currentPassword2 securityAnswerField security_question_1 mother_maiden_name_field kartenNummerFeld
            ibanEingabe passwort_eingabe pinEingabefeld tanEingabe geburtsdatumFeld steuerIdFeld numero_carte
            champ_mot_de_passe codigo_verificacion contrasena_actual clave_usuario senha_atual cpf_usuario
            numero_cartao codice_otp password_nuova wachtwoord_invoer
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
            flightNumber roomNumber ticketNumber seatNumber pageNumber serialNumber action_bar_root toolbar_title
            nav_host_fragment bottom_navigation recyclerView item_title tvSubtitle imageAvatar btn_login btnSignUp
            btn_forgot_password tv_forgot_password link_forgot_pin login_button sign_up_title welcome_text
            progress_bar password_toggle text_input_end_icon_password passwordStrengthMeter password_error_text
            passwordRequirementsView show_password_checkbox btn_change_password reset_password_button btn_resend_otp
            resend_otp_timer tvResendCode otp_timer_text send_code_button verify_otp_button map_pin_view pin_icon
            btn_pin_message pinned_messages_bar unpin_all pin_conversation location_pin_image pin_drop_anim
            spinner_country shipping_method shopping_cart shopping_list pinch_zoom_view opinion_list card_view
            material_card_view card_title card_image cardBackgroundColor cards_recycler card_container add_card_btn
            card_type_icon credit_card_icon visa_icon gift_card_banner business_card scoreCard id_card_icon
            country_code_spinner promo_code_edit coupon_code_et referral_code_text discount_code_input zip_code_edit
            postal_code_edit_text qr_code_image scan_qr_code barcode_view source_code_view color_code area_code_text
            flight_code product_code error_code_text account_icon account_settings_row account_name_text accounts_tab
            account_type_spinner create_account_button delete_account_btn my_account_title passenger_name
            passenger_list_view passport_photo_icon boarding_pass_view compass_view bypass_switch pass_through
            season_pass_banner password_manager_promo_icon panel_left panorama_view pan_zoom_layout company_name_text
            expand_btn span_count tab_layout table_view standard_item instant_view tank_size tangent_line token_list
            token_icon token_name_text token_price_chart tokenized_text keyboard_view key_row_1 hot_key_hint
            monkey_icon key_features public_key_icon swift_badge swiftui_host bicycle_rental sink_item sinister
            dinner_menu tin_can_image vat_rate_help routing_map_view cookie_banner_accept cookie_settings_btn
            session_title session_list_view birthday_banner_image email_icon btn_email_us phone_icon btn_call_phone
            microphone_btn headphones_icon balance_icon white_balance_slider work_life_balance salary_calculator_btn
            license_text open_source_licenses license_plate_view secret_santa_banner secret_level_icon secretary_name
            dob_icon otp_icon cvv_help_icon iban_info_icon what_is_cvv_link ssn_help_link security_icon
            security_settings seeds_list seedling verification_badge verified_icon code_of_conduct order_number_text
            invoice_no tracking_number room_number phone_case_image table_number page_number seat_no version_number
        """
    )

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
