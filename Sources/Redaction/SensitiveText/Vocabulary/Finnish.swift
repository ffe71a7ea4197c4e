extension LanguageTerms {
    static let finnish = LanguageTerms(
        "fi",
        """
        email: sähköposti, sähköpostiosoite, sähköpostiosoitteesi, s-posti
        phone: puhelin, puhelinnumero, matkapuhelin, matkapuhelinnumero, puh, puhelinnumerosi, kännykkä,
            kännykkänumero
        personName: nimi, etunimi, sukunimi, koko nimi, etu- ja sukunimi, vastaanottaja, lähettäjä, saaja,
            saajan nimi, kortinhaltija, kortinhaltijan nimi, tilinomistaja, matkustaja, potilas, yhteyshenkilö
        postalAddress: osoite, katuosoite, lähiosoite, toimitusosoite, laskutusosoite, postiosoite, kotiosoite,
            asuinosoite
        coordinates: koordinaatit, leveysaste, pituusaste, sijainti, oma sijainti
        card: korttinumero, kortin numero, luottokortti, maksukortti, pankkikortti
        cardSecurityCode: turvakoodi, tarkistusnumero, kortin turvakoodi, turvaluku
        bankAccount: tilinumero, pankkitili, tilin numero, pankkitilin numero
        bankCode: pankkikoodi, pankkitunnus
        cryptoAddress: lompakon osoite, lompakko-osoite
        nationalNumber: henkilötunnus, henkilökortti, henkilökortin numero, henkilönumero
        passport: passin numero, passinumero
        drivingLicence: ajokortti, ajokortin numero
        dateOfBirth: syntymäaika, syntymäpäivä, syntynyt
        vin: valmistenumero, alustanumero
        ipAddress: ip-osoite
        macAddress: mac-osoite
        oneTimeCode: vahvistuskoodi, kertakäyttöinen koodi, kertakäyttökoodi, kertakäyttöinen salasana,
            kertakoodi, kirjautumiskoodi, aktivointikoodi, koodisi, anna koodi, syötä koodi, tekstiviestikoodi
        pin: pin-koodi, pin-koodisi, uusi pin-koodi, tunnusluku, puk-koodi
        password: salasana, salasanasi, salasanat, uusi salasana, nykyinen salasana, wifi-salasana,
            wi-fi-salasana
        secret: api-avain, salainen avain, yksityinen avain, käyttöoikeustunnus, pääsyavain, lisenssiavain
        recoveryPhrase: palautuslause, salainen palautuslause, palautussanat
        fi.hetu: henkilötunnus, hetu, sotu
        harmless: tilaus, tilausnumero, lasku, laskun numero, laskunumero, seurantakoodi, lähetystunnus, summa,
            yhteensä, hinta, määrä, postinumero, päivämäärä, aika, kellonaika, käyttäjätunnus, käyttäjänimi,
            tiedostonimi, tiedoston nimi, sarjanumero, tuotenumero, tuotekoodi, alennuskoodi, kampanjakoodi,
            virhekoodi, syntymäpaikka, voimassa, varaus, varausnumero, asiakasnumero, saldo, viitenumero,
            y-tunnus, maakoodi, verkko-osoite
        hotline: asiakaspalvelu, tuki, soita meille, vaihde
        version: versio, sovelluksen versio, ohjelmistoversio
        actions: unohditko salasanasi, unohtuiko salasana, unohtunut salasana, näytä salasana, vaihda salasana,
            muuta salasanaa, palauta salasana, nollaa salasana, piilota salasana
        """
    )
}
