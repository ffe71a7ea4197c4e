extension LanguageTerms {
    static let spanish = LanguageTerms(
        "es",
        """
        email: correo, correo electrónico, dirección de correo, dirección de correo electrónico
        phone: teléfono, número de teléfono, móvil, celular, número de móvil, teléfono móvil, teléfono celular,
            número de celular
        personName: nombre, nombre completo, apellido, apellidos, nombre y apellidos, titular,
            titular de la tarjeta, titular de la cuenta, destinatario, beneficiario, paciente, pasajero,
            nombre del titular, remitente, primer apellido, nombre del destinatario, primer nombre,
            segundo nombre, segundo apellido, nombre en la tarjeta
        postalAddress: dirección, dirección de envío, dirección de facturación, domicilio, dirección postal,
            enviar a
        coordinates: ubicación, coordenadas, latitud, longitud, ubicación gps, coordenadas gps
        card: número de tarjeta, nº de tarjeta, n.º de tarjeta, tarjeta, tarjeta de crédito
        cardSecurityCode: código de seguridad
        bic: código swift
        bankAccount: cuenta, número de cuenta, nº de cuenta, cuenta bancaria, clabe, cbu,
            número de cuenta bancaria
        bankCode: código de banco, agencia, código bancario
        cryptoAddress: dirección de billetera, dirección de la billetera
        nationalNumber: número de identificación, número de identidad, documento de identidad, identificación,
            documento, cédula, número fiscal, documento nacional, número de documento, cédula de ciudadanía,
            carné de identidad
        passport: pasaporte, número de pasaporte, nº de pasaporte
        drivingLicence: permiso de conducir, licencia de conducir, carnet de conducir
        dateOfBirth: fecha de nacimiento, f nacimiento, nacimiento, nacido, nacida
        vin: número de chasis, bastidor, número de bastidor
        imei: código imei
        ipAddress: dirección ip
        macAddress: dirección mac
        oneTimeCode: código de verificación, código de confirmación, código de seguridad, código de un solo uso,
            código de acceso, código de activación, tu código, su código, código sms, introduce el código,
            ingrese el código, clave dinámica, clave temporal
        pin: código pin, clave secreta, número secreto, pin de la tarjeta
        password: contraseña, contrasena, clave, clave de acceso, clave wifi, contraseñas, nueva contraseña,
            contraseña actual, contraseña wifi
        secret: clave api, clave secreta, clave privada, token de acceso
        recoveryPhrase: frase de recuperación, frase semilla, frase secreta de recuperación, palabras semilla
        ar.cuit: cuit, cuil, cuit cuil
        ar.dni: dni
        cl.rut: rut, run
        co.nit: nit
        do.cedula: cédula, cédula de identidad
        ec.ci: cédula, cédula de identidad, cédula de ciudadanía, ci
        es.dni: dni, nif, dni nif, dni nie, documento nacional de identidad
        es.nie: nie, número de identidad de extranjero, dni nie
        mx.curp: curp
        mx.rfc: rfc
        harmless: actualizado, última actualización, modificado, pedido, número de pedido, nº de pedido,
            factura, número de factura, número de seguimiento, referencia, número de referencia, reserva,
            número de cliente, número de serie, código postal, código promocional, código de error,
            código de descuento, código de producto, precio, importe, cantidad, nombre de usuario,
            nombre del archivo, nombre del producto, nombre de la empresa, envío, guía, expediente, prefijo,
            vuelo, asiento, caducidad, lugar de nacimiento, fecha, hora, código de barras, código de reserva,
            código de país, total, número de orden
        hotline: atención al cliente, servicio al cliente, línea de ayuda, llámanos, contáctanos, soporte,
            asistencia
        version: versión, versión de la aplicación
        actions: olvidaste tu contraseña, olvidó su contraseña, contraseña olvidada, mostrar contraseña,
            mostrar la contraseña, cambiar contraseña, cambiar la contraseña, restablecer contraseña,
            olvidé mi contraseña, ocultar contraseña
        """
    )
}
