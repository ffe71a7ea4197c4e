/// Words that stand beside labels of passwords and are none, without accents.
enum PasswordWords {
    static let stops = FoldedWords.set(
        """
        required optional forgot forgotten reset change changed changing show hide hidden edit enter strength strong
        weak medium good updated update must incorrect invalid wrong expired cancel continue login logout signin
        signup submit confirm confirmed repeat manager policy protected minimum maximum characters letters should
        cannot please contains least needed never always saved created again stored recovery security vergessen
        anzeigen andern zurucksetzen bestatigen erforderlich eingeben falsch stark schwach mittel bearbeiten weiter
        abbrechen anmelden oublie afficher modifier changer masquer obligatoire incorrecte incorrect confirmer
        connexion requis valider faible olvidada olvidaste mostrar cambiar incorrecta obligatoria confirmar
        requerida ocultar continuar debil fuerte dimenticata mostra modifica errata obbligatoria conferma cambia
        nascondi accedi debole esqueceu esqueci alterar incorreta obrigatoria entrar fraca forte senha vergeten
        tonen wijzigen onjuist verplicht bevestigen verbergen inloggen zwak sterk zapomniales zmien pokaz
        nieprawidlowe wymagane potwierdz ukryj zaloguj slabe silne password passwort kennwort contrasena wachtwoord
        haslo parola username benutzername email wi-fi wifi wlan temporal temporanea provisoria tymczasowe tijdelijk
        temporaire
        """
    )
}
