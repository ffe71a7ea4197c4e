extension LanguageTerms {
    static let english = LanguageTerms(
        "en",
        """
        email: email address, e-mail address, mail address
        phone: phone, phone number, phone no, telephone, telephone number, tel, tel no, mobile, mobile number,
            mobile no, mobile phone, cell, cell phone, cellphone, contact number, contact no, home phone,
            work phone, fax, sms to, call me at
        personName: name, full name, your name, first name, last name, surname, family name, given name,
            given names, middle name, maiden name, mother's maiden name, cardholder, cardholder name,
            name on card, card holder, account holder, recipient, recipient name, beneficiary, patient,
            patient name, passenger, passenger name, guest name, customer name, contact person,
            emergency contact, sender, payee, holder, insured, driver name, traveller, traveler, employee name,
            employee, signed by, legal name, attendee
        postalAddress: address, home address, postal address, mailing address, shipping address,
            billing address, delivery address, street address, residential address, ship to, deliver to,
            bill to, street, address line 1, residence
        coordinates: coordinates, location, latitude, longitude, lat long
        card: card number, card no, card num, card nr, card, credit card, debit card, credit card number,
            debit card number, cc number
        cardSecurityCode: security code, card security code, card verification, card verification code,
            verification value, cvv code, cvc code
        iban: iban number
        bic: bank identifier code
        bankAccount: account number, account no, acct number, acct no, account num, bank account, account,
            a c no, acc no, current account, savings account, beneficiary account, checking account
        bankCode: routing number, routing no, routing, aba, aba number, aba routing, rtn, transit number,
            sort code, sortcode, bsb, bsb number, ifsc, ifsc code, branch code, bank code, institution number
        cryptoAddress: wallet address, bitcoin address, btc address, eth address, ethereum address,
            deposit address, crypto address, wallet, solana address, usdt address, recipient address,
            receiving address
        nationalNumber: id number, id no, identity number, identity no, national id, national id number,
            national identity number, national number, identification number, personal id, personal number,
            personal identification number, personal code, tax id, tax number, tax identification number,
            taxpayer id, tin, fiscal code, social security, social insurance, citizen id, government id,
            identity card, identity card number, id card, id card number, health number, health card number,
            patient number
        passport: passport, passport number, passport no, passport num, passport nr
        drivingLicence: driver license, drivers license, driver's license, driving licence, driving license,
            driver licence, license number, licence number, licence no, license no, dl number, dl no,
            driver's licence, driver license number, driver's license number, driving licence number,
            driving license number
        dateOfBirth: date of birth, dob, d o b, birth date, birthdate, birthday, born, born on, birth
        vin: vehicle identification number, chassis number
        imei: imei number, device imei
        iccid: sim number, sim card number, sim id, sim serial
        ipAddress: ip address, gateway, dns, host, server ip, client ip, remote address, public ip, private ip,
            subnet, netmask
        macAddress: mac address, wi fi address, wifi address, bluetooth address, hardware address
        oneTimeCode: verification code, confirmation code, security code, one time code, one-time password,
            one time passcode, one-time passcode, otp code, passcode, auth code, authentication code,
            authenticator code, login code, sign in code, sms code, access code, activation code, 2fa code,
            two factor code, backup code, recovery code, backup codes, recovery codes, your code, your code is,
            enter the code, enter code, code sent, digit code, code we sent, unlock code, pairing code, code is,
            temporary code, use code, login pin, mfa code, code below, enrolment code, enrollment code,
            code from your
        pin: your pin, pin number, card pin, enter pin, mpin, tpin, upi pin, puk code, sim pin, atm pin,
            new pin, current pin, secret number, pin-code
        password: password, passwords, passwd, pwd, passphrase, pass phrase, pass word, pass, login password,
            new password, current password, temporary password, wifi password, wi fi password, network key,
            wifi key, wpa key, admin password, initial password, default password, security answer,
            secret answer, master password, app password
        secret: api key, api-key, apikey, secret, secret key, access key, access key id, secret access key,
            private key, client secret, access token, auth token, refresh token, bearer, bearer token,
            authorization, api token, personal access token, session token, session id, webhook secret,
            signing secret, signing key, encryption key, license key, deploy token, service key, app secret,
            connection string, deploy key, root token, product key
        recoveryPhrase: recovery phrase, seed phrase, secret recovery phrase, mnemonic, mnemonic phrase,
            backup phrase, seed words
        ae.id: emirates id
        au.medicare: medicare, medicare number, medicare card, medicare no
        au.tfn: tfn, tax file number
        ca.sin: sin, social insurance number, social insurance no
        cn.ric: resident id
        ee.ik: personal code
        gb.nhs: nhs, nhs number, nhs no
        gb.nino: national insurance, national insurance number, national insurance no, ni number, nino, ni no
        gb.utr: utr, unique taxpayer reference
        hk.id: hkid, hkid number
        ie.pps: pps, ppsn, pps number, pps no
        il.idnr: teudat zehut
        in.aadhaar: aadhaar, aadhar, aadhaar number, aadhaar no, uidai, uid
        in.pan: pan, pan number, pan card, pan card number, pan no, permanent account number
        jp.in: my number
        kr.rrn: rrn, resident registration number
        nz.ird: ird, ird number, ird no
        pk.cnic: cnic, nic, cnic number
        sa.id: iqama, iqama number
        sg.nric: nric, fin, nric fin, nric no
        th.pin: thai id
        us.itin: itin, individual taxpayer identification number
        us.ssn: ssn, social security number, social security no, soc sec, ss number, ssn number
        za.idnr: rsa id, sa id, south african id, id number
        harmless: order, order number, order no, order id, order nr, invoice, invoice number, invoice no,
            tracking, tracking number, tracking no, tracking id, reference, reference number, reference no, ref,
            ref no, booking, booking reference, booking number, reservation, confirmation number, case number,
            case id, ticket, ticket number, ticket no, article, article number, item, item number, item no,
            serial, serial number, serial no, customer number, customer id, model, model number, part number,
            price, total, subtotal, amount, balance, quantity, qty, size, weight, barcode, zip, zip code,
            postal code, postcode, area code, country code, error code, status code, promo code,
            discount code, coupon code, voucher code, voucher, coupon, gift code, referral code, qr code,
            source code, product code, product id, currency code, language code, dress code, code of conduct,
            transaction id, transaction number, transaction, page, port, room, gate, seat, flight,
            flight number, train, platform, score, points, followers, likes, views, steps, distance, calories,
            file name, filename, product name, company name, company, user name, username, file, folder name,
            device name, project name, domain name, host name, brand name, event name, app name, network name,
            team name, nickname, display name, street name, store name, item name, playlist name, model name,
            channel name, class name, group name, list name, hostname, domain, web address, website, parcel,
            shipment, shipment number, receipt, receipt number, meter reading, odometer, mileage, timestamp,
            duration, date, time, updated, last updated, last modified, modified, last change, changed on,
            published, expires, expiry, valid thru, valid until, exp, due date, checksum, hash, commit, color,
            colour, hex, resolution, dimensions, population, wkn, registration number, vat number, vat id,
            vat no, company number, request id, trace id, correlation id, event id, message id, job id,
            process id, session length, token count, tokens used, max tokens, card type, card balance,
            card design, pin location, pin message, drop a pin, pin to top, password strength, password policy,
            password manager, forgot password, account type, account manager, account name, account settings,
            account status, phone model, phone case, mobile app, mobile data, birthday card, birth place,
            place of birth, country of birth, address book, pin board, dial code, phone code, batch,
            batch number, lot, lot number, lot no, meter number, contract number, case, claim number,
            policy number, member since, membership level, membership number, loyalty number, store number,
            box number, po number, purchase order, load, net weight, inventory, stock
        hotline: hotline, customer service, customer support, support, helpline, toll free, toll-free, call us,
            contact us, helpdesk, help desk, emergency call, emergency number, sales, opening hours, store,
            shop, branch, service hotline, service line, our office, reception, call center, call centre
        version: version, app version, build, build number, firmware, release, android version, ios version,
            os version, software version, driver version, update
        actions: forgot password, forgot your password, forgotten password, show password, hide password,
            change password, reset password, reset your password, change pin, reset pin, forgot pin,
            password strength, password policy, password manager, passwords do not match, password must,
            verify your email, verify email, change email, confirm password, save password, api keys, tokens
        """
    )
}
