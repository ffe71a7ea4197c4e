/// Words that make a street, a place or a firm of a name.
enum PlaceWords {
    static let behind = WordHash.set(
        """
        street avenue ave road rd boulevard blvd lane drive square park gardens lake river valley beach hill hills heights island bay bridge
        tower plaza mall center centre station airport terminal university college school academy institute hospital clinic church
        cathedral museum gallery theatre theater stadium arena hotel inn bar cafe restaurant pizza bank insurance group holdings
        inc ltd llc plc corp company co gmbh ag kg se sa sarl srl spa bv nv oy ab as sons brothers bros foundation studios records
        airlines motors straße str platz allee gasse ufer bahnhof brücke schule klinik stiftung gpu cpu api sdk edition series award
        prize cup day memorial syndrome disease algorithm theorem transform filter equation curve blur constant effect test law
        """
    )
    /// Words between a name and a street.
    static let suffixes = WordHash.set("jr sr")
    static let before = WordHash.set(
        """
        rue avenue boulevard place quai pont gare lycée via viale piazza corso largo ponte calle plaza avenida paseo rua praça ulica ul
        aleja plac lac lago laguna mont île isla ilha isola praia playa château castello palazzo palacio palácio palais vila pic cabo pasaje urbanización vicolo villaggio chemin strada cours impasse allée ronda camino
        carretera glorieta travesía praceta travessa alameda estrada rodovia contrada osiedle rondo бульвар набережная проезд улица улице улицы ул проспект проспекте проспекта площадь площади переулок переулке бульваре mount lake fort port cape river université universidad università hotel café grupo gruppo groupe banco banca banque société società sociedad compañía companhia compagnie
        casa villa san santa santo saint sankt święty święta św saints st ste são apache шоссе شارع مدينة جامعة مطار ميدان ساحة جسر حي طريق مسجد مستشفى مدرسة شركة مجموعة مؤسسة بنك مصرف فندق أسواق مطعم قصر جمعية רחוב שדרות
        """
    )
}
