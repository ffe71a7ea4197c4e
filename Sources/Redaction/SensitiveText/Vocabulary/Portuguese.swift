extension LanguageTerms {
    static let portuguese = LanguageTerms(
        "pt",
        """
        email: endereço de email, endereço de e-mail, correio eletrónico, correio eletrônico
        phone: telefone, número de telefone, telemóvel, celular, número de celular, número de telemóvel
        personName: sobrenome, apelido, nome do titular, titular do cartão, titular da conta, destinatário,
            passageiro, nome próprio, beneficiário, remetente, nome da mãe, nome, nome completo, primeiro nome,
            último nome, nome no cartão, nome do destinatário
        postalAddress: endereço, morada, endereço de entrega, endereço de cobrança, endereço residencial,
            entregar em
        coordinates: localização, localização gps, coordenadas gps, coordenadas, latitude, longitude
        card: número do cartão, cartão de crédito, nº do cartão, cartão
        cardSecurityCode: código de segurança
        bankAccount: número da conta, nº da conta, conta corrente, conta, conta bancária,
            número da conta bancária
        bankCode: agência, código do banco, número do banco
        cryptoAddress: endereço da carteira, endereço bitcoin
        nationalNumber: número de identificação, documento de identificação, bilhete de identidade,
            número do documento, rg, identidade
        passport: passaporte, número do passaporte, nº do passaporte
        drivingLicence: carta de condução, cnh, carteira de motorista
        dateOfBirth: data de nascimento, nascimento, nascido em, dt nascimento
        vin: chassi, número do chassi
        ipAddress: endereço ip
        macAddress: endereço mac
        oneTimeCode: código de verificação, código de confirmação, código de segurança, código de uso único,
            código de acesso, código de ativação, seu código, teu código, o código, insira o código,
            digite o código
        pin: código pin, senha do cartão, senha de 4 dígitos, senha de 6 dígitos
        password: senha, senhas, palavra-passe, palavra passe, chave de rede, nova senha, senha atual,
            senha do wi-fi, nova palavra-passe
        secret: chave de api, chave api, chave secreta, chave privada, token de acesso
        recoveryPhrase: frase de recuperação, frase secreta de recuperação, frase-semente
        br.cnpj: cnpj, cpf cnpj
        br.cpf: cpf, cpf cnpj, cpf do titular
        pt.cc: cartão de cidadão, cartão do cidadão, cc
        pt.nif: nif, contribuinte, número de contribuinte, nº de contribuinte, número de identificação fiscal
        harmless: atualizado, última atualização, número do pedido, encomenda, fatura, número da fatura,
            nota fiscal, código de rastreio, código de rastreamento, rastreamento, referência, número de série,
            código promocional, cupom, código de erro, código do produto, preço, valor, quantidade, saldo,
            nome de usuário, nome de utilizador, nome do arquivo, nome do produto, nome da empresa, voo,
            assento, validade, protocolo, local de nascimento, código de barras, nome do ficheiro, data, hora,
            total, cep
        hotline: atendimento ao cliente, sac, central de atendimento, ligue para, suporte, apoio ao cliente
        version: versão, versão do aplicativo, versão da aplicação
        actions: esqueceu a senha, esqueci a senha, esqueceu sua senha, mostrar senha, alterar senha,
            redefinir senha, esqueceu-se da palavra-passe, esqueci-me da palavra-passe, alterar palavra-passe,
            mostrar palavra-passe, repor palavra-passe
        """
    )
}
