extension LanguageTerms {
    static let hungarian = LanguageTerms(
        "hu",
        """
        email: e-mail cím, email cím, e-mail-cím, elektronikus levelezési cím, drótposta
        phone: telefon, telefonszám, mobil, mobilszám, mobiltelefon, mobiltelefonszám, telefonszáma
        personName: név, teljes név, vezetéknév, keresztnév, utónév, családnév, születési név, anyja neve,
            címzett, címzett neve, kedvezményezett, kedvezményezett neve, feladó, kártyabirtokos,
            kártyabirtokos neve, kártyán szereplő név, számlatulajdonos, utas neve, beteg neve, kapcsolattartó
        postalAddress: cím, lakcím, szállítási cím, számlázási cím, postacím, levelezési cím, állandó lakcím,
            lakóhely, tartózkodási hely, utca házszám, kézbesítési cím
        coordinates: koordináták, koordináta, földrajzi szélesség, földrajzi hosszúság, helyadatok,
            tartózkodási helyem
        card: kártyaszám, kártya száma, bankkártya, bankkártyaszám, hitelkártya, hitelkártyaszám,
            bankkártya száma
        cardSecurityCode: biztonsági kód, ellenőrző kód
        bankAccount: számlaszám, bankszámlaszám, bankszámla, számla száma, bankszámla száma
        bankCode: bankkód, bankazonosító
        cryptoAddress: tárca címe, tárcacím, pénztárca címe
        nationalNumber: személyi igazolvány, személyi igazolvány száma, személyi szám,
            személyazonosító igazolvány, személyi azonosító, adóazonosító jel, adóazonosító, taj szám, taj-szám,
            társadalombiztosítási azonosító
        passport: útlevél, útlevélszám, útlevél száma
        drivingLicence: jogosítvány, vezetői engedély, jogosítvány száma, vezetői engedély száma
        dateOfBirth: születési dátum, születési idő, születésnap, született, születés dátuma, születési ideje
        vin: alvázszám
        ipAddress: ip-cím, ip cím
        macAddress: mac-cím, mac cím
        oneTimeCode: ellenőrzőkód, megerősítő kód, hitelesítő kód, egyszeri kód, egyszer használatos kód,
            egyszeri jelszó, egyszer használatos jelszó, belépési kód, aktiváló kód, az ön kódja,
            írja be a kódot, sms kód, sms-kód, hozzáférési kód
        pin: pin-kód, pin kód, pinkód, új pin-kód, puk-kód
        password: jelszó, jelszavak, jelszava, jelszavad, új jelszó, jelenlegi jelszó, wi-fi jelszó, jelszavam
        secret: api-kulcs, api kulcs, titkos kulcs, privát kulcs, hozzáférési token, hozzáférési kulcs,
            licenckulcs
        recoveryPhrase: helyreállítási kifejezés, helyreállító kifejezés, helyreállító mondat, titkos kifejezés
        harmless: rendelés, rendelésszám, rendelés száma, rendelési szám, számla sorszáma, csomagszám, csomag,
            összeg, végösszeg, összesen, mennyiség, irányítószám, dátum, időpont, felhasználónév, fájlnév,
            termék neve, cég neve, sorozatszám, cikkszám, kuponkód, hibakód, születési hely, érvényesség,
            lejárat, foglalás, foglalási szám, ügyfélszám, egyenleg, azonosító, közlemény, webcím
        hotline: ügyfélszolgálat, telefonos ügyfélszolgálat, támogatás, hívjon minket, segélyhívó
        version: verzió, alkalmazás verziója, verziószám, szoftververzió
        actions: elfelejtett jelszó, elfelejtette a jelszavát, elfelejtettem a jelszavam, jelszó megjelenítése,
            jelszó mutatása, jelszó módosítása, jelszóváltás, jelszó megváltoztatása, jelszó visszaállítása,
            jelszó elrejtése, pin-kód módosítása
        """
    )
}
