extension LanguageTerms {
    static let slovak = LanguageTerms(
        "sk",
        """
        email: e-mailová adresa, emailová adresa, elektronická pošta
        phone: telefón, telefónne číslo, mobil, mobilné číslo, číslo mobilu, mobilný telefón, kontaktný telefón
        personName: meno, priezvisko, krstné meno, celé meno, meno a priezvisko, rodné priezvisko, príjemca,
            odosielateľ, držiteľ karty, meno držiteľa karty, majiteľ účtu, cestujúci, pacient, kontaktná osoba,
            meno na karte
        postalAddress: adresa, dodacia adresa, fakturačná adresa, adresa bydliska, trvalé bydlisko, bydlisko,
            poštová adresa, ulica a číslo
        coordinates: súradnice, zemepisná šírka, zemepisná dĺžka, poloha
        card: číslo karty, platobná karta, kreditná karta, debetná karta
        cardSecurityCode: bezpečnostný kód, overovací kód karty
        bankAccount: číslo účtu, bankový účet
        bankCode: kód banky
        cryptoAddress: adresa peňaženky, peňaženka
        nationalNumber: občiansky preukaz, číslo občianskeho preukazu, číslo op, osobné číslo
        passport: cestovný pas, číslo pasu, číslo cestovného pasu
        drivingLicence: vodičský preukaz, číslo vodičského preukazu
        dateOfBirth: dátum narodenia, narodený, narodená, narodeniny
        vin: číslo karosérie
        ipAddress: ip adresa
        macAddress: mac adresa
        oneTimeCode: overovací kód, potvrdzovací kód, jednorazový kód, jednorazové heslo, prístupový kód,
            aktivačný kód, váš kód, zadajte kód, kód z sms
        pin: pin kód, nový pin
        password: heslo, heslá, nové heslo, súčasné heslo, heslo k wi-fi
        secret: kľúč api, api kľúč, tajný kľúč, súkromný kľúč, prístupový token
        recoveryPhrase: fráza na obnovenie, obnovovacia fráza, tajná fráza
        cz.rc: rodné číslo
        harmless: objednávka, číslo objednávky, faktúra, číslo faktúry, číslo zásielky, zásielka, suma, spolu,
            cena, množstvo, psč, poštové smerovacie číslo, dátum, používateľské meno, názov súboru, názov,
            sériové číslo, zľavový kód, kód chyby, miesto narodenia, platnosť do, rezervácia, zákaznícke číslo,
            zostatok, variabilný symbol, ičo, dič
        hotline: zákaznícka linka, zákaznícka podpora, podpora, infolinka
        version: verzia, verzia aplikácie
        actions: zabudnuté heslo, zabudli ste heslo, zobraziť heslo, zmeniť heslo, zmena hesla, obnoviť heslo,
            skryť heslo
        """
    )
}
