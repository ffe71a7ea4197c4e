extension LanguageTerms {
    static let czech = LanguageTerms(
        "cs",
        """
        email: e-mailová adresa, emailová adresa, elektronická pošta, mailová adresa
        phone: telefon, telefonní číslo, mobil, mobilní telefon, číslo mobilu, kontaktní telefon
        personName: jméno, příjmení, křestní jméno, celé jméno, jméno a příjmení, rodné příjmení, příjemce,
            odesílatel, držitel karty, jméno držitele karty, majitel účtu, cestující, pacient, kontaktní osoba,
            jméno na kartě
        postalAddress: adresa, dodací adresa, fakturační adresa, adresa bydliště, trvalé bydliště,
            poštovní adresa, doručovací adresa, adresa trvalého pobytu, bydliště
        coordinates: souřadnice, zeměpisná šířka, zeměpisná délka, poloha
        card: číslo karty, platební karta, kreditní karta, debetní karta
        cardSecurityCode: bezpečnostní kód, ověřovací kód karty, kontrolní kód karty
        bankAccount: číslo účtu, bankovní účet, bankovní spojení
        bankCode: kód banky
        cryptoAddress: adresa peněženky, peněženka
        nationalNumber: rodné číslo, občanský průkaz, číslo občanského průkazu, číslo op, číslo pojištěnce,
            osobní číslo
        passport: cestovní pas, číslo pasu, číslo cestovního pasu
        drivingLicence: řidičský průkaz, číslo řidičského průkazu
        dateOfBirth: datum narození, narozen, narozena, narozeniny
        vin: číslo karoserie, číslo podvozku
        ipAddress: ip adresa, adresa ip
        macAddress: mac adresa, adresa mac
        oneTimeCode: ověřovací kód, potvrzovací kód, jednorázový kód, jednorázové heslo, přístupový kód,
            aktivační kód, váš kód, zadejte kód, kód z sms, autorizační kód
        pin: pin kód, nový pin, kód pin
        password: heslo, hesla, nové heslo, současné heslo, stávající heslo, heslo k wi-fi, přístupové heslo
        secret: klíč api, api klíč, tajný klíč, soukromý klíč, přístupový token, licenční klíč
        recoveryPhrase: fráze pro obnovení, obnovovací fráze, tajná fráze, seed fráze
        cz.rc: rodné číslo, rč, r č, rodné č
        harmless: objednávka, číslo objednávky, faktura, číslo faktury, číslo zásilky, zásilka, částka, celkem,
            cena, množství, psč, poštovní směrovací číslo, datum, uživatelské jméno, název souboru, název,
            sériové číslo, slevový kód, kód chyby, místo narození, platnost do, platí do, rezervace,
            zákaznické číslo, zůstatek, variabilní symbol, konstantní symbol, specifický symbol, ičo, dič,
            kód produktu
        hotline: zákaznická linka, zákaznická podpora, podpora, infolinka, zavolejte nám
        version: verze, verze aplikace, sestavení
        actions: zapomenuté heslo, zapomněli jste heslo, zapomněl jsem heslo, zobrazit heslo, změnit heslo,
            změna hesla, obnovit heslo, skrýt heslo
        """
    )
}
