extension LanguageTerms {
    static let indonesian = LanguageTerms(
        "id",
        """
        email: alamat email, surel, alamat surel, pos-el
        phone: nomor telepon, no hp, no telepon, telepon, nomor hp, nomor ponsel, ponsel, nomor handphone,
            no handphone, handphone, nomor whatsapp
        personName: nama, nama lengkap, nama depan, nama belakang, nama keluarga, nama penerima, penerima,
            pengirim, nama pengirim, pemegang kartu, nama pemegang kartu, pemilik rekening,
            nama pemilik rekening, atas nama, nama penumpang, penumpang, nama pasien, pasien, nama ibu kandung
        postalAddress: alamat, alamat lengkap, alamat pengiriman, alamat rumah, alamat penagihan,
            alamat domisili, alamat tinggal, domisili, alamat penerima
        coordinates: koordinat, garis lintang, garis bujur, lintang, bujur, lokasi
        card: nomor kartu, no kartu, kartu kredit, kartu debit, nomor kartu kredit
        cardSecurityCode: kode keamanan, kode keamanan kartu
        bankAccount: nomor rekening, no rekening, rekening, rekening bank, no rek
        bankCode: kode bank
        cryptoAddress: alamat dompet, alamat wallet
        nationalNumber: nomor identitas, nomor ktp, kartu identitas, npwp, nomor induk
        passport: paspor, nomor paspor, no paspor
        drivingLicence: surat izin mengemudi, nomor sim pengemudi
        dateOfBirth: tanggal lahir, tgl lahir, tempat tanggal lahir, lahir
        vin: nomor rangka, no rangka
        ipAddress: alamat ip
        macAddress: alamat mac
        oneTimeCode: kode verifikasi, kode otp, kode konfirmasi, kata sandi sekali pakai, kode sekali pakai,
            kode akses, kode aktivasi, kode masuk, kode anda, masukkan kode, kode sms
        pin: kode pin, pin atm, pin baru, nomor pin
        password: kata sandi, kata sandi baru, kata sandi saat ini, sandi wi-fi, kata kunci masuk, sandi anda
        secret: kunci api, kunci rahasia, kunci pribadi, token akses, kunci akses, kunci lisensi
        recoveryPhrase: frasa pemulihan, frasa pemulihan rahasia, frasa rahasia, kata pemulihan
        id.nik: nik, ktp, no ktp, nomor induk kependudukan
        harmless: pesanan, nomor pesanan, no pesanan, faktur, nomor faktur, nomor resi, no resi, jumlah, total,
            harga, kuantitas, kode pos, tanggal, waktu, nama pengguna, nama berkas, nama file, nomor seri,
            kode produk, kode promo, kode kupon, kode kesalahan, tempat lahir, berlaku hingga, kode booking,
            nomor pelanggan, saldo, kode negara
        hotline: layanan pelanggan, pusat bantuan, hubungi kami, bantuan
        version: versi, versi aplikasi
        actions: lupa kata sandi, lupa sandi, lupa password, tampilkan kata sandi, ubah kata sandi,
            ganti kata sandi, atur ulang kata sandi, setel ulang sandi, sembunyikan kata sandi, lupa pin,
            ubah pin
        """
    )
}
