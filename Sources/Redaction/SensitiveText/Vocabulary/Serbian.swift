extension LanguageTerms {
    static let serbian = LanguageTerms(
        "sr",
        """
        email: е-пошта, имејл, имејл адреса, адреса е-поште, електронска пошта, e-pošta, imejl, mejl,
            imejl adresa, elektronska pošta
        phone: телефон, број телефона, мобилни, мобилни телефон, број мобилног, telefon, broj telefona, mobilni,
            mobilni telefon, broj mobilnog, kontakt telefon
        personName: име, презиме, име и презиме, пуно име, прималац, пошиљалац, корисник картице,
            име на картици, путник, пацијент, ime, prezime, ime i prezime, puno ime, primalac, pošiljalac,
            vlasnik kartice, ime na kartici, putnik, pacijent, kontakt osoba
        postalAddress: адреса, адреса за испоруку, кућна адреса, адреса становања, поштанска адреса,
            пребивалиште, adresa, adresa za isporuku, kućna adresa, adresa stanovanja, adresa dostave,
            prebivalište, ulica i broj
        coordinates: координате, географска ширина, географска дужина, локација, koordinate, geografska širina,
            geografska dužina, lokacija
        card: број картице, платна картица, кредитна картица, broj kartice, platna kartica, kreditna kartica
        cardSecurityCode: сигурносни код, безбедносни код, sigurnosni kod, bezbednosni kod
        bankAccount: број рачуна, текући рачун, broj računa, tekući račun, žiro račun
        bankCode: шифра банке, код банке, šifra banke, kod banke
        cryptoAddress: адреса новчаника, новчаник, adresa novčanika
        nationalNumber: лична карта, број личне карте, матични број, лични број, lična karta, broj lične karte,
            matični broj, lični broj
        passport: пасош, број пасоша, pasoš, broj pasoša
        drivingLicence: возачка дозвола, број возачке дозволе, vozačka dozvola, broj vozačke dozvole
        dateOfBirth: датум рођења, рођендан, рођен, рођена, datum rođenja, rođendan, rođen, rođena
        vin: број шасије, broj šasije
        ipAddress: ип адреса, ip адреса, ip adresa
        macAddress: mac адреса, mac adresa
        oneTimeCode: код за потврду, верификациони код, једнократни код, једнократна лозинка, приступни код,
            ваш код, унесите код, kod za potvrdu, verifikacioni kod, jednokratni kod, jednokratna lozinka,
            pristupni kod, vaš kod, unesite kod
        pin: пин, пин код, пин-код, pin kod
        password: лозинка, шифра, лозинке, нова лозинка, тренутна лозинка, lozinka, šifra, nova lozinka,
            trenutna lozinka
        secret: апи кључ, api кључ, тајни кључ, приватни кључ, токен, api ključ, tajni ključ, privatni ključ,
            token za pristup
        recoveryPhrase: фраза за опоравак, тајна фраза, fraza za oporavak, tajna fraza
        rs.jmbg: jmbg, jedinstveni matični broj, јмбг, јединствени матични број
        harmless: поруџбина, број поруџбине, наруџбина, рачун број, фактура, број фактуре, број пошиљке,
            пошиљка, износ, укупно, цена, количина, поштански број, датум, време, корисничко име, име датотеке,
            шифра производа, шифра артикла, серијски број, место рођења, важи до, porudžbina, broj porudžbine,
            narudžbina, faktura, broj fakture, broj pošiljke, pošiljka, iznos, ukupno, količina, poštanski broj,
            datum, vreme, korisničko ime, ime datoteke, šifra proizvoda, šifra artikla, šifra delatnosti,
            serijski broj, mesto rođenja, važi do, promo kod, stanje
        hotline: корисничка подршка, подршка, korisnička podrška, podrška, korisnički servis, pozovite nas
        version: верзија, верзија апликације, verzija, verzija aplikacije
        actions: заборављена лозинка, заборавили сте лозинку, прикажи лозинку, промени лозинку, ресетуј лозинку,
            zaboravljena lozinka, zaboravili ste lozinku, zaboravljena šifra, prikaži lozinku, promeni lozinku,
            promena lozinke, resetuj lozinku
        """
    )
}
