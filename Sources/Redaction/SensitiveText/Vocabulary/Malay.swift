extension LanguageTerms {
    static let malay = LanguageTerms(
        "ms",
        """
        email: e-mel, emel, alamat e-mel, alamat emel, mel elektronik
        phone: telefon, nombor telefon, no telefon, no tel, telefon bimbit, nombor telefon bimbit,
            no telefon bimbit
        personName: nama, nama penuh, nama pertama, nama akhir, nama keluarga, nama penerima, penerima,
            pengirim, nama pemegang kad, pemegang kad, pemegang akaun, nama pemegang akaun, penumpang,
            nama penumpang, pesakit, nama pesakit
        postalAddress: alamat, alamat penghantaran, alamat rumah, alamat bil, alamat surat-menyurat,
            alamat kediaman, alamat pos
        coordinates: koordinat, latitud, longitud, lokasi
        card: nombor kad, no kad, kad kredit, kad debit, nombor kad kredit
        cardSecurityCode: kod keselamatan, kod keselamatan kad
        bankAccount: nombor akaun, no akaun, akaun bank, nombor akaun bank
        bankCode: kod bank
        cryptoAddress: alamat dompet
        nationalNumber: nombor kad pengenalan, no k p, nombor pengenalan
        passport: pasport, nombor pasport, no pasport
        drivingLicence: lesen memandu, nombor lesen memandu, no lesen memandu
        dateOfBirth: tarikh lahir, hari lahir
        vin: nombor casis, no casis
        ipAddress: alamat ip
        macAddress: alamat mac
        oneTimeCode: kod pengesahan, kod sekali guna, kata laluan sekali guna, kod akses, kod pengaktifan,
            kod anda, masukkan kod, kod sms, kod log masuk
        pin: kod pin, nombor pin, pin baharu
        password: kata laluan, kata laluan baharu, kata laluan semasa, kata laluan wi-fi
        secret: kunci api, kunci rahsia, kunci peribadi, token akses
        recoveryPhrase: frasa pemulihan, frasa pemulihan rahsia, frasa rahsia
        my.nric: mykad, nric, no kad pengenalan, kad pengenalan, ic number, no ic, nombor ic
        harmless: pesanan, nombor pesanan, no pesanan, invois, nombor invois, no invois, nombor penjejakan,
            nombor pengesanan, jumlah, amaun, harga, kuantiti, poskod, tarikh, nama pengguna, nama fail,
            nombor siri, no siri, kod produk, kod promosi, kod baucar, kod ralat, tempat lahir, sah hingga,
            nombor tempahan, nombor pelanggan
        hotline: khidmat pelanggan, perkhidmatan pelanggan, talian hotline, hubungi kami, sokongan
        version: versi, versi aplikasi
        actions: lupa kata laluan, terlupa kata laluan, tunjukkan kata laluan, tukar kata laluan,
            tetapkan semula kata laluan, sembunyikan kata laluan
        """
    )
}
