extension LanguageTerms {
    static let slovenian = LanguageTerms(
        "sl",
        """
        email: e-pošta, e-poštni naslov, elektronska pošta, elektronski naslov, naslov e-pošte
        phone: telefon, telefonska številka, mobilni telefon, mobilna številka, številka mobitela, gsm številka
        personName: ime, priimek, ime in priimek, polno ime, prejemnik, pošiljatelj, imetnik kartice,
            ime na kartici, imetnik računa, potnik, pacient, kontaktna oseba, dekliški priimek
        postalAddress: naslov, naslov za dostavo, naslov dostave, domači naslov, naslov bivališča,
            stalno prebivališče, prebivališče, poštni naslov, ulica in hišna številka
        coordinates: koordinate, zemljepisna širina, zemljepisna dolžina, lokacija
        card: številka kartice, plačilna kartica, kreditna kartica
        cardSecurityCode: varnostna koda
        bankAccount: številka računa, bančni račun, transakcijski račun, trr
        bankCode: koda banke, bančna koda
        cryptoAddress: naslov denarnice, denarnica
        nationalNumber: osebna izkaznica, številka osebne izkaznice, davčna številka, osebna številka
        passport: potni list, številka potnega lista
        drivingLicence: vozniško dovoljenje, številka vozniškega dovoljenja
        dateOfBirth: datum rojstva, rojstni datum, rojstni dan, rojen, rojena
        vin: številka šasije
        ipAddress: naslov ip, ip-naslov
        macAddress: naslov mac, mac-naslov
        oneTimeCode: potrditvena koda, koda za preverjanje, enkratna koda, enkratno geslo, dostopna koda,
            vaša koda, vnesite kodo, aktivacijska koda
        pin: koda pin, pin-koda
        password: geslo, gesla, novo geslo, trenutno geslo, geslo za wi-fi
        secret: ključ api, api-ključ, skrivni ključ, zasebni ključ, žeton za dostop, dostopni žeton
        recoveryPhrase: obnovitvena fraza, obnovitveno geslo denarnice, fraza za obnovitev
        rs.jmbg: emšo, enotna matična številka občana
        harmless: naročilo, številka naročila, račun številka, številka pošiljke, pošiljka, znesek, skupaj,
            cena, količina, poštna številka, datum, uporabniško ime, ime datoteke, serijska številka,
            koda za popust, koda napake, kraj rojstva, velja do, stanje, sklic, davčna številka podjetja,
            spletni naslov, naslov strani, naslov url
        hotline: pomoč uporabnikom, podpora, pokličite nas, center za pomoč
        version: različica, različica aplikacije, verzija
        actions: pozabljeno geslo, ste pozabili geslo, pokaži geslo, prikaži geslo, spremeni geslo,
            sprememba gesla, ponastavi geslo, skrij geslo
        """
    )
}
