extension LanguageTerms {
    static let turkish = LanguageTerms(
        "tr",
        """
        email: e posta, e-posta, eposta, e posta adresi, e-posta adresi, mail adresi
        phone: telefon numarası, cep telefonu, cep, telefon, telefon no, cep telefonu numarası, cep no, gsm no,
            iletişim numarası
        personName: ad soyad, adı soyadı, isim, soyad, soyadı, adınız, soyadınız, ad ve soyad, isim soyisim,
            ad soyisim, tam ad, alıcı, alıcı adı, gönderen, gönderici, kart sahibi, kart üzerindeki isim,
            hesap sahibi, yolcu, hasta adı, kızlık soyadı, yetkili kişi
        postalAddress: teslimat adresi, ev adresi, fatura adresi, adres, adresi, adresiniz, posta adresi,
            ikametgah adresi, ikamet adresi, açık adres
        coordinates: koordinatlar, enlem, boylam, konum, konumum
        card: kart numarası, kart no, kredi kartı, kredi kartı numarası, banka kartı
        cardSecurityCode: güvenlik kodu, kart güvenlik kodu
        bankAccount: hesap numarası, hesap no, banka hesabı
        bankCode: banka kodu, şube kodu
        cryptoAddress: cüzdan adresi, cüzdan
        nationalNumber: kimlik numarası, kimlik no, vatandaşlık numarası, nüfus cüzdanı, vergi kimlik no,
            vergi numarası
        passport: pasaport no, pasaport numarası, pasaport
        drivingLicence: ehliyet no, ehliyet, sürücü belgesi, sürücü belgesi no
        dateOfBirth: doğum tarihi, doğum, doğum günü, doğum tarihiniz
        vin: şasi numarası, şasi no
        ipAddress: ip adresi
        macAddress: mac adresi
        oneTimeCode: doğrulama kodu, onay kodu, tek kullanımlık, tek kullanımlık şifre, tek kullanımlık kod,
            giriş kodu, aktivasyon kodu, kodunuz, kodu girin, sms kodu, güvenlik kodunuz
        pin: pin kodu, kart şifresi, yeni pin
        password: şifre, parola, şifreniz, parolanız, yeni şifre, mevcut şifre, yeni parola, wi-fi şifresi,
            şifresi, parolası, şifreler, parolalar
        secret: api anahtarı, gizli anahtar, özel anahtar, erişim belirteci, erişim anahtarı, lisans anahtarı
        recoveryPhrase: kurtarma ifadesi, gizli kurtarma ifadesi, kurtarma kelimeleri, tohum ifadesi
        tr.tckimlik: tc kimlik, tckn, t c kimlik no, tc kimlik no, kimlik no, tc no, tc kimlik numarası
        harmless: sipariş no, sipariş numarası, fatura no, takip no, posta kodu, kullanıcı adı, sipariş,
            fatura numarası, kargo takip no, tutar, toplam, fiyat, adet, miktar, tarih, saat, dosya adı,
            ürün adı, şirket adı, seri numarası, seri no, ürün kodu, indirim kodu, promosyon kodu, hata kodu,
            doğum yeri, son kullanma tarihi, rezervasyon, müşteri no, müşteri numarası, bakiye, web adresi,
            ülke kodu, alan kodu
        hotline: müşteri hizmetleri, destek, destek hattı, bizi arayın, çağrı merkezi
        version: sürüm, uygulama sürümü, yazılım sürümü
        actions: şifremi unuttum, şifrenizi mi unuttunuz, parolamı unuttum, parolanızı mı unuttunuz,
            şifreyi göster, parolayı göster, şifre değiştir, şifreyi değiştir, parola değiştir,
            parolayı değiştir, şifre sıfırla, şifreyi sıfırla, parola sıfırlama
        """
    )
}
