extension LanguageTerms {
    static let vietnamese = LanguageTerms(
        "vi",
        """
        email: địa chỉ email, thư điện tử, địa chỉ thư điện tử, email của bạn
        phone: số điện thoại, điện thoại, số di động, di động, điện thoại di động, sđt, số điện thoại liên hệ
        personName: họ tên, họ và tên, tên đầy đủ, tên người nhận, người nhận, người gửi, tên chủ thẻ, chủ thẻ,
            chủ tài khoản, tên chủ tài khoản, tên của bạn, họ và tên đệm, hành khách, bệnh nhân,
            người thụ hưởng, người liên hệ
        postalAddress: địa chỉ, địa chỉ giao hàng, địa chỉ nhận hàng, địa chỉ nhà, địa chỉ thường trú,
            địa chỉ liên hệ, địa chỉ thanh toán, nơi thường trú
        coordinates: tọa độ, toạ độ, vĩ độ, kinh độ, vị trí
        card: số thẻ, thẻ tín dụng, thẻ ngân hàng, thẻ ghi nợ
        cardSecurityCode: mã bảo mật, mã an toàn
        bankAccount: số tài khoản, tài khoản ngân hàng, stk
        bankCode: mã ngân hàng
        cryptoAddress: địa chỉ ví, địa chỉ nhận
        nationalNumber: số cmnd, chứng minh nhân dân, số căn cước, số định danh cá nhân, mã số thuế, số giấy tờ
        passport: hộ chiếu, số hộ chiếu
        drivingLicence: giấy phép lái xe, bằng lái xe, số giấy phép lái xe
        dateOfBirth: ngày sinh, ngày tháng năm sinh, sinh ngày, sinh nhật
        vin: số khung
        ipAddress: địa chỉ ip
        macAddress: địa chỉ mac
        oneTimeCode: mã xác minh, mã xác thực, mã xác nhận, mã otp, mật khẩu dùng một lần, mã dùng một lần,
            mã đăng nhập, mã của bạn, nhập mã, mã kích hoạt
        pin: mã pin, mã pin mới
        password: mật khẩu, mật khẩu mới, mật khẩu hiện tại, mật khẩu wi-fi, mật mã, mật khẩu cũ
        secret: khóa api, khoá api, khóa bí mật, khoá bí mật, khóa riêng tư, khóa riêng, mã truy cập
        recoveryPhrase: cụm từ khôi phục, cụm từ khôi phục bí mật, cụm từ bí mật
        vn.cccd: cccd, căn cước, cmnd, số cccd, căn cước công dân
        harmless: đơn hàng, mã đơn hàng, số đơn hàng, hóa đơn, số hóa đơn, mã vận đơn, số tiền, tổng cộng,
            tổng tiền, số lượng, mã bưu chính, mã bưu điện, thời gian, tên đăng nhập, tên người dùng, tên tệp,
            số sê-ri, số seri, mã sản phẩm, mã giảm giá, mã khuyến mãi, mã lỗi, nơi sinh, ngày hết hạn,
            mã đặt chỗ, mã khách hàng, số dư, mã vùng, giá tiền, giá bán, ngày tháng
        hotline: chăm sóc khách hàng, tổng đài, hỗ trợ, liên hệ với chúng tôi, đường dây nóng
        version: phiên bản, phiên bản ứng dụng
        actions: quên mật khẩu, bạn quên mật khẩu, hiện mật khẩu, hiển thị mật khẩu, đổi mật khẩu,
            thay đổi mật khẩu, đặt lại mật khẩu, ẩn mật khẩu, đổi mã pin
        """
    )
}
