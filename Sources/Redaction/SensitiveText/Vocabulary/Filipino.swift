extension LanguageTerms {
    static let filipino = LanguageTerms(
        "tl",
        """
        email: email address mo, iyong email
        phone: telepono, numero ng telepono, numero ng cellphone, numero ng mobile, cellphone number
        personName: pangalan, apelyido, buong pangalan, unang pangalan, gitnang pangalan, huling pangalan,
            pangalan ng tatanggap, tatanggap, nagpadala, pangalan sa card, may-ari ng account, pasahero,
            pasyente
        postalAddress: tirahan, address ng bahay, address ng paghahatid, lugar ng tirahan, kumpletong address,
            direksyon ng bahay
        coordinates: lokasyon, latitud, longhitud, mga coordinate
        card: numero ng card, numero ng credit card, credit card number
        cardSecurityCode: code ng seguridad, security code ng card
        bankAccount: numero ng account, account number, numero ng bank account
        bankCode: code ng bangko
        cryptoAddress: address ng wallet
        nationalNumber: numero ng id, philsys number, philsys card number, sss number, tin number, umid number,
            philhealth number, pambansang id
        passport: pasaporte, numero ng pasaporte
        drivingLicence: lisensya sa pagmamaneho, numero ng lisensya, lisensya ng drayber
        dateOfBirth: petsa ng kapanganakan, araw ng kapanganakan, kaarawan, ipinanganak
        vin: numero ng chassis
        ipAddress: ip address
        macAddress: mac address
        oneTimeCode: code sa pag-verify, code ng pagpapatotoo, code ng kumpirmasyon, isang beses na password,
            ang iyong code, ilagay ang code, verification code mo
        pin: bagong pin, numero ng pin
        password: password mo, bagong password, kasalukuyang password, kontrasenyas, hudyat
        secret: api key, sikretong key, lihim na susi, pribadong key
        recoveryPhrase: recovery phrase, lihim na parirala, parirala sa pagbawi
        harmless: numero ng order, numero ng resibo, numero ng invoice, numero ng tracking, halaga, kabuuan,
            presyo, dami, petsa, oras, username, pangalan ng file, pangalan ng produkto, postal code, zip code,
            promo code, lugar ng kapanganakan, serial number, balanse
        hotline: serbisyo sa customer, suporta, tawagan kami, makipag-ugnayan sa amin
        version: bersyon, bersyon ng app
        actions: nakalimutan ang password, nakalimutan mo ba ang password, ipakita ang password,
            palitan ang password, baguhin ang password, i-reset ang password, itago ang password
        """
    )
}
