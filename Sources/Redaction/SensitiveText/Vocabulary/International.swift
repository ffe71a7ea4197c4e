extension LanguageTerms {
    /// Abbreviations and words that are the same in all languages.
    static let international = LanguageTerms(
        "mul",
        """
        email: email, e-mail, mail
        phone: whatsapp, gsm
        coordinates: gps, lat, lng, lon
        card: visa, mastercard, amex, american express, maestro
        cardSecurityCode: cvv, cvv2, cvc, cvc2, csc, cvn, cid
        iban: iban
        bic: bic, swift, swift code, bic code, swift bic, bic swift
        vin: vin
        imei: imei, imei1, imei2, imei 1, imei 2, imeisv
        iccid: iccid
        ipAddress: ip, ipv4, ipv6
        macAddress: mac, bssid
        oneTimeCode: otp, totp
        pin: pin, pin code, puk
        secret: token, jwt
        is.kennitala: kennitala, kt
        harmless: sku, ean, gtin, isbn, issn, upc, asin, sha, sha256, md5, uuid, guid, isin, cusip
        version: chrome, firefox, safari
        """
    )
}
