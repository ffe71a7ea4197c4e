extension LanguageTerms {
    static let swedish = LanguageTerms(
        "sv",
        """
        email: e-post, e-postadress, epost, epostadress, mejl, mejladress, mailadress
        phone: telefon, telefonnummer, mobil, mobilnummer, mobiltelefon, tfn
        personName: namn, förnamn, efternamn, fullständigt namn, för- och efternamn, mottagare, avsändare,
            kortinnehavare, kontoinnehavare, namn på kortet, passagerare, kontaktperson, flicknamn
        postalAddress: adress, gatuadress, leveransadress, faktureringsadress, fakturaadress, postadress,
            hemadress, bostadsadress, folkbokföringsadress
        coordinates: koordinater, latitud, longitud, min plats, gps-position
        card: kortnummer, kreditkort, betalkort, bankkort, kontokort
        cardSecurityCode: säkerhetskod, kortets säkerhetskod
        bankAccount: bankkonto, kontonummer, bankkontonummer, bankgiro, plusgiro
        bankCode: clearingnummer, clearingnr
        cryptoAddress: plånboksadress, bitcoinadress
        nationalNumber: personnummer, id-nummer, id-kort, id-kortsnummer, legitimation, personligt nummer
        passport: passnummer, passnr
        drivingLicence: körkort, körkortsnummer
        dateOfBirth: födelsedatum, födelsedag, född
        vin: chassinummer
        ipAddress: ip-adress
        macAddress: mac-adress
        oneTimeCode: engångskod, verifieringskod, bekräftelsekod, engångslösenord, inloggningskod, åtkomstkod,
            aktiveringskod, säkerhetskod, din kod, ange koden, ange kod, sms-kod
        pin: pinkod, pin-kod, ny pinkod, personlig kod, puk-kod
        password: lösenord, lösenordet, nytt lösenord, nuvarande lösenord, wifi-lösenord, wi-fi-lösenord
        secret: api-nyckel, hemlig nyckel, privat nyckel, åtkomsttoken, åtkomstnyckel, licensnyckel
        recoveryPhrase: återställningsfras, hemlig återställningsfras, återställningsord
        se.personnummer: personnummer, personnr, pers nr, samordningsnummer
        harmless: beställning, beställningsnummer, ordernummer, faktura, fakturanummer, spårningsnummer,
            kollinummer, belopp, summa, totalt, pris, antal, postnummer, datum, tid, användarnamn, filnamn,
            serienummer, artikelnummer, rabattkod, kampanjkod, felkod, födelseort, giltig till, bokning,
            bokningsnummer, kundnummer, saldo, ocr-nummer, organisationsnummer, landskod, produktkod
        hotline: kundtjänst, kundservice, support, ring oss, växel
        version: appversion, programversion
        actions: glömt lösenord, glömt lösenordet, glömt ditt lösenord, visa lösenord, visa lösenordet,
            ändra lösenord, byt lösenord, återställ lösenord, dölj lösenord, byt pinkod
        """
    )
}
