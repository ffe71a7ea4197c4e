extension LanguageTerms {
    static let estonian = LanguageTerms(
        "et",
        """
        email: e-post, e-posti aadress, e-kiri, meiliaadress
        phone: telefon, telefoninumber, mobiil, mobiilinumber, mobiiltelefon, kontakttelefon
        personName: nimi, eesnimi, perekonnanimi, perenimi, täisnimi, ees- ja perekonnanimi, saaja, saaja nimi,
            saatja, kaardi omanik, kaardiomanik, kaardi omaniku nimi, konto omanik, reisija, patsient,
            kontaktisik
        postalAddress: aadress, tarneaadress, arve aadress, postiaadress, koduaadress, elukoht, elukoha aadress
        coordinates: koordinaadid, laiuskraad, pikkuskraad, asukoht
        card: kaardi number, kaardinumber, krediitkaart, pangakaart, deebetkaart
        cardSecurityCode: turvakood, kaardi turvakood
        bankAccount: kontonumber, arvelduskonto, pangakonto, konto number
        bankCode: pangakood
        cryptoAddress: rahakoti aadress, rahakott
        nationalNumber: isikukood, id-kaart, id-kaardi number, dokumendi number, isikutunnistus
        passport: passi number, passinumber
        drivingLicence: juhiluba, juhiloa number, juhiload
        dateOfBirth: sünniaeg, sünnikuupäev, sünnipäev, sündinud
        vin: vin-kood, tehasetähis
        ipAddress: ip-aadress
        macAddress: mac-aadress
        oneTimeCode: kinnituskood, ühekordne kood, ühekordne parool, sisselogimiskood, aktiveerimiskood,
            sinu kood, teie kood, sisesta kood, sisestage kood, sms-kood, juurdepääsukood
        pin: pin-kood, uus pin, pin1, pin2
        password: parool, salasõna, parooli, paroolid, uus parool, praegune parool, wifi parool
        secret: api võti, api-võti, salajane võti, privaatvõti, juurdepääsutõend, litsentsivõti
        recoveryPhrase: taastefraas, taastamisfraas, salajane taastefraas
        ee.ik: isikukood
        harmless: tellimus, tellimuse number, arve, arve number, saadetis, saadetise number, jälgimisnumber,
            summa, kokku, hind, kogus, postiindeks, sihtnumber, kuupäev, kellaaeg, kasutajanimi, kasutajatunnus,
            failinimi, seerianumber, tootekood, sooduskood, veakood, sünnikoht, kehtiv kuni, broneering,
            kliendinumber, saldo, viitenumber, registrikood
        hotline: klienditugi, klienditeenindus, kasutajatugi, helista meile
        version: versioon, rakenduse versioon
        actions: unustasid parooli, unustasite parooli, unustatud parool, kuva parool, näita parooli,
            muuda parooli, vaheta parool, lähtesta parool, peida parool
        """
    )
}
