extension LanguageTerms {
    static let dutch = LanguageTerms(
        "nl",
        """
        email: e-mailadres, mailadres, e-mail adres
        phone: telefoon, telefoonnummer, mobiel, mobiel nummer, mobiele telefoon, mobiel telefoonnummer,
            gsm-nummer
        personName: naam, voornaam, achternaam, volledige naam, rekeninghouder, kaarthouder, ontvanger, patiënt,
            passagier, contactpersoon, naam kaarthouder, afzender, begunstigde, naam ontvanger, naam op kaart
        postalAddress: adres, bezorgadres, factuuradres, woonadres, afleveradres, postadres, straat
        coordinates: locatie, coördinaten, breedtegraad, lengtegraad, gps-locatie
        card: kaartnummer, creditcard, creditcardnummer, bankpas, pasnummer van de bankpas
        cardSecurityCode: beveiligingscode
        bankAccount: rekeningnummer, bankrekening, rekening
        bankCode: bankcode
        cryptoAddress: walletadres, wallet-adres, bitcoinadres
        nationalNumber: identiteitsnummer, identiteitskaart, identiteitskaartnummer, documentnummer id-kaart
        passport: paspoort, paspoortnummer
        drivingLicence: rijbewijs, rijbewijsnummer
        dateOfBirth: geboortedatum, geboren op, verjaardag
        vin: chassisnummer, voertuigidentificatienummer
        ipAddress: ip adres
        macAddress: mac adres
        oneTimeCode: verificatiecode, bevestigingscode, beveiligingscode, eenmalige code, toegangscode,
            activeringscode, je code, uw code, sms code, voer de code in, inlogcode, activatiecode
        pin: pincode, nieuwe pincode, puk-code
        password: wachtwoord, wifi wachtwoord, netwerksleutel, wachtwoorden, nieuw wachtwoord, huidig wachtwoord
        secret: api sleutel, geheime sleutel, privésleutel, toegangstoken, api-sleutel
        recoveryPhrase: herstelzin, herstelwoorden, geheime herstelzin
        be.nn: rijksregisternummer, insz, nationaal nummer
        nl.bsn: bsn, burgerservicenummer, sofinummer, bsn nummer
        harmless: bijgewerkt, laatst bijgewerkt, gewijzigd, bestelling, ordernummer, factuur, factuurnummer,
            track and trace, zending, referentie, referentienummer, klantnummer, serienummer, kortingscode,
            foutcode, artikelcode, prijs, totaal, bedrag, aantal, gebruikersnaam, bestandsnaam, productnaam,
            bedrijfsnaam, btw nummer, kvk, kvk nummer, vlucht, stoel, geldig tot, geboorteplaats, landcode,
            productcode, actiecode, barcode, apparaatnaam, datum, tijd
        hotline: klantenservice, bel ons, klantendienst, ondersteuning, helpdesk
        version: versie, appversie, softwareversie, versienummer
        actions: wachtwoord vergeten, wachtwoord tonen, wachtwoord weergeven, wachtwoord wijzigen,
            wachtwoord resetten, wachtwoord opnieuw instellen, wachtwoord herstellen, wachtwoord verbergen
        """
    )
}
