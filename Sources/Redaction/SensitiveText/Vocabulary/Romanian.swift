extension LanguageTerms {
    static let romanian = LanguageTerms(
        "ro",
        """
        email: adresă de email, adresă de e-mail, adresa de email, adresa de e-mail, adresă e-mail,
            poștă electronică
        phone: telefon, număr de telefon, numărul de telefon, telefon mobil, nr de telefon, nr telefon, mobil
        personName: nume, prenume, nume complet, nume și prenume, nume de familie, destinatar, expeditor,
            beneficiar, titular, titular card, titularul cardului, titularul contului, numele de pe card,
            pasager, pacient, persoană de contact, numele destinatarului
        postalAddress: adresă, adresa, adresă de livrare, adresa de livrare, adresa de facturare,
            adresă poștală, domiciliu, reședință, adresa de domiciliu
        coordinates: coordonate, latitudine, longitudine, locație, poziție gps
        card: număr card, numărul cardului, număr de card, card bancar, card de credit, card de debit
        cardSecurityCode: cod de securitate, cod cvv
        bankAccount: număr de cont, numărul contului, cont bancar, cont iban
        bankCode: codul băncii, cod bancar
        cryptoAddress: adresa portofelului, adresă portofel, portofel
        nationalNumber: carte de identitate, serie și număr, seria și numărul, act de identitate,
            număr de identificare, buletin de identitate
        passport: pașaport, număr pașaport, numărul pașaportului
        drivingLicence: permis de conducere, permis auto, număr permis de conducere
        dateOfBirth: data nașterii, data naşterii, născut, născută, zi de naștere, ziua de naștere
        vin: serie șasiu, număr de șasiu, serie de șasiu
        ipAddress: adresă ip, adresa ip
        macAddress: adresă mac, adresa mac
        oneTimeCode: cod de verificare, cod de confirmare, cod unic, parolă unică, parolă de unică folosință,
            cod de acces, cod de activare, codul tău, codul dvs, introdu codul, introduceți codul, cod sms
        pin: cod pin, codul pin, pin nou
        password: parolă, parola, parole, parola nouă, parola actuală, parolă nouă, parolă wi-fi
        secret: cheie api, cheia api, cheie secretă, cheie privată, jeton de acces, token de acces
        recoveryPhrase: frază de recuperare, fraza de recuperare, expresie de recuperare, fraza secretă
        ro.cnp: cnp, cod numeric personal
        harmless: comandă, număr comandă, numărul comenzii, factură, număr factură, awb, număr awb, colet, sumă,
            total, preț, cantitate, cod poștal, data, ora, nume de utilizator, nume utilizator, nume fișier,
            număr de serie, cod de reducere, cod promoțional, cod de eroare, cod produs, locul nașterii,
            valabil până la, rezervare, cod client, cod fiscal
        hotline: serviciul clienți, relații clienți, asistență, suport clienți, sunați-ne
        version: versiune, versiunea, versiunea aplicației
        actions: ai uitat parola, ați uitat parola, am uitat parola, parolă uitată, arată parola,
            afișează parola, schimbă parola, modifică parola, resetează parola, resetare parolă, ascunde parola
        """
    )
}
