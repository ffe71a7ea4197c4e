extension LanguageTerms {
    static let german = LanguageTerms(
        "de",
        """
        email: e-mail-adresse, mailadresse, e-mail adresse
        phone: telefon, telefonnummer, tel nr, rufnummer, handy, handynummer, mobilnummer, mobil, mobiltelefon,
            festnetz
        personName: vorname, nachname, familienname, vor- und nachname, vollständiger name, kontoinhaber,
            kontoinhaberin, karteninhaber, empfänger, ansprechpartner, geburtsname, patientin, fahrgast,
            absender, versicherter, name des karteninhabers, mitarbeiter, name, name des empfängers,
            name auf der karte
        postalAddress: adresse, anschrift, lieferadresse, rechnungsadresse, wohnadresse, postanschrift, wohnort,
            straße, straße und hausnummer, wohnhaft, hausanschrift, lieferanschrift
        coordinates: standort, koordinaten, breitengrad, längengrad, gps-koordinaten, standortkoordinaten,
            mein standort
        card: kartennummer, karten nr, kreditkarte, kreditkartennummer, karte
        cardSecurityCode: prüfnummer, kartenprüfnummer, sicherheitscode, kartenprüfziffer
        iban: iban nummer, iban nr, international bank account number
        bankAccount: kontonummer, konto nr, konto, kto, kto nr, depotnummer, bankkonto, bankverbindung
        bankCode: bankleitzahl, blz, bankcode, bankschlüssel
        cryptoAddress: wallet adresse, wallet-adresse, bitcoin-adresse, empfangsadresse
        nationalNumber: ausweisnummer, personalausweisnummer, identifikationsnummer, steuernummer,
            sozialversicherungsnummer, personenkennziffer, personalausweis, personennummer,
            krankenversichertennummer, versichertennummer
        passport: reisepass, reisepassnummer, passnummer, pass nr
        drivingLicence: führerschein, führerscheinnummer, führerschein nr
        dateOfBirth: geburtsdatum, geburtstag, geboren, geboren am, geb
        vin: fahrgestellnummer, fin nummer, fahrzeug identifizierungsnummer, fahrzeug-identifizierungsnummer
        imei: imei nummer
        iccid: sim kartennummer, sim nummer
        ipAddress: ip adresse
        macAddress: mac adresse
        oneTimeCode: bestätigungscode, verifizierungscode, sicherheitscode, einmalcode, einmalpasswort,
            einmalkennwort, zugangscode, freischaltcode, aktivierungscode, ihr code, dein code, sms code, tan,
            mtan, smstan, pushtan, anmeldecode, wiederherstellungscode, code lautet, code eingeben, prüfcode,
            stelligen code
        pin: geheimzahl, geheimnummer, pin-nummer, kartenpin, pin-code, neue pin, aktuelle pin, super-pin
        password: passwort, kennwort, passwörter, zugangskennwort, sicherheitsantwort, netzwerkschlüssel,
            wlan schlüssel, neues passwort, aktuelles passwort
        secret: zugriffstoken, geheimer schlüssel, privater schlüssel, api schlüssel, zugriffsschlüssel,
            lizenzschlüssel
        recoveryPhrase: wiederherstellungsphrase, seed-phrase, wiederherstellungswörter,
            geheime wiederherstellungsphrase
        at.vnr: sozialversicherungsnummer, sv nummer, svnr, versicherungsnummer
        ch.ssn: ahv, ahv nummer, ahv nr, ahvn13, versichertennummer
        de.idnr: steuer id, steueridentifikationsnummer, steuer identifikationsnummer, idnr, steuer idnr,
            tax id, identifikationsnummer, steuerliche identifikationsnummer
        de.rvnr: rentenversicherungsnummer, sozialversicherungsnummer, versicherungsnummer, sv nummer,
            rv nummer, svnr, rvnr
        de.stnr: steuernummer, steuer nr, st nr, tax number
        harmless: bestellnummer, bestellung, auftrag, auftragsnummer, rechnung, rechnungsnummer, rechnungs nr,
            sendungsnummer, sendungsverfolgung, artikelnummer, artikel nr, art nr, art no, geändert,
            zuletzt geändert, aktualisiert, zuletzt aktualisiert, geändert am, aktualisiert am, kundennummer,
            vorgangsnummer, buchungsnummer, buchungscode, referenznummer, seriennummer, postleitzahl, plz,
            gutscheincode, fehlercode, aktionscode, rabattcode, preis, summe, gesamt, betrag, menge, kontostand,
            saldo, dateiname, benutzername, firmenname, produktname, nutzername, ordnername, gerätename,
            ust idnr, handelsregister, vertragsnummer, zählerstand, aktenzeichen, vorwahl, ländercode,
            spielstand, gültig bis, datum, uhrzeit, modellnummer, chargennummer, lieferschein, geburtsort,
            webadresse, straßenname, flug, gleis, sitzplatz, zimmer, länderkennung
        hotline: servicenummer, kundenservice, kundendienst, kundenhotline, notruf, öffnungszeiten, filiale,
            zentrale, service, rufen sie uns an, support
        version: softwareversion, app-version, versionsnummer
        actions: passwort vergessen, kennwort vergessen, passwort anzeigen, passwort ändern,
            passwort zurücksetzen, pin ändern, pin vergessen, kennwort ändern, kennwort zurücksetzen,
            passwort ausblenden, neues passwort festlegen
        """
    )
}
