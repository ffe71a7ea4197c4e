extension LanguageTerms {
    static let polish = LanguageTerms(
        "pl",
        """
        email: adres e-mail, adres email, poczta elektroniczna
        phone: numer telefonu, nr telefonu, komórka, telefon komórkowy, telefon, telefon kontaktowy,
            numer telefonu komórkowego
        personName: imię, nazwisko, imię i nazwisko, posiadacz karty, właściciel rachunku, odbiorca, pasażer,
            pacjent, właściciel konta, nadawca, nazwisko panieńskie, imiona, nazwisko i imię, imię ojca,
            imię odbiorcy
        postalAddress: adres dostawy, adres zamieszkania, adres wysyłki, adres do korespondencji,
            adres zameldowania, adres, adres domowy, adres rozliczeniowy, ulica i numer
        coordinates: współrzędne, współrzędne gps, szerokość geograficzna, długość geograficzna, lokalizacja
        card: numer karty, nr karty, karta, karta kredytowa, karta płatnicza, numer karty kredytowej
        cardSecurityCode: kod zabezpieczający, kod cvv, kod bezpieczeństwa
        bic: kod bic, kod swift
        bankAccount: numer konta, numer rachunku, nr rachunku, nr konta, konto, rachunek bankowy, konto bankowe
        bankCode: kod banku, numer rozliczeniowy
        cryptoAddress: adres portfela, adres bitcoin
        nationalNumber: numer identyfikacyjny, numer dowodu, numer identyfikacji podatkowej, dowód osobisty,
            numer dowodu osobistego, seria i numer dowodu
        passport: paszport, numer paszportu, nr paszportu
        drivingLicence: prawo jazdy, numer prawa jazdy, nr prawa jazdy
        dateOfBirth: data urodzenia, urodzony, urodzona, ur
        vin: numer vin, numer nadwozia
        ipAddress: adres ip
        macAddress: adres mac
        oneTimeCode: kod weryfikacyjny, kod potwierdzający, kod jednorazowy, kod sms, kod dostępu,
            kod aktywacyjny, twój kod, wpisz kod, hasło jednorazowe, kod logowania, kod z sms, kod to
        pin: kod pin, numer pin
        password: hasło, hasła, klucz sieciowy, hasło wifi, nowe hasło, obecne hasło, hasło do wi-fi
        secret: klucz api, klucz tajny, klucz prywatny, token dostępu
        recoveryPhrase: fraza odzyskiwania, fraza seed, tajna fraza odzyskiwania
        pl.nip: nip, nr nip, numer nip
        pl.pesel: pesel, nr pesel, numer pesel
        harmless: zmieniono, zaktualizowano, ostatnia zmiana, zamówienie, numer zamówienia, nr zamówienia,
            faktura, numer faktury, nr faktury, numer przesyłki, przesyłka, numer referencyjny, rezerwacja,
            numer rezerwacji, numer klienta, nr klienta, numer seryjny, kod pocztowy, kod rabatowy,
            kod promocyjny, kod błędu, kod produktu, cena, kwota, suma, razem, ilość, nazwa użytkownika,
            nazwa pliku, nazwa produktu, nazwa firmy, regon, krs, lot, miejsce, data, godzina,
            miejsce urodzenia, kod kreskowy, kod kraju
        hotline: obsługa klienta, infolinia, biuro obsługi klienta, zadzwoń do nas, pomoc techniczna
        version: wersja, wersja aplikacji, wersja oprogramowania
        actions: nie pamiętasz hasła, zapomniałeś hasła, pokaż hasło, zmień hasło, zresetuj hasło,
            odzyskaj hasło, ukryj hasło, nie pamiętam hasła, zmiana hasła
        """
    )
}
