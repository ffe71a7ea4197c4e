"""What products say round names, in fourteen languages: none of it was written for the rules, and none of it names a person.

By language: menus and buttons; when something was; messages without a name; sentences with a name in them; places where a given
name stands alone; titles before or after a family name; the end of a letter; places, streets, firms, months and products.
"""

MENUS = {
    "en": "Inbox|Starred|Drafts|Sent|Mark as read|Will|Grace Period|Archive|New message|Filter|Export|All contacts|Sprint 24|Sign out|Help Center|Reply all|Forward|Dark Mode|May|Chase",
    "de": "Posteingang|Entwürfe|Gesendet|Als gelesen markieren|Neue Nachricht|Filtern|Alle Kontakte|Abmelden|Weiterleiten|Antworten|Heute|Merkliste|Ernst|Mark|Frei|Kalender",
    "fr": "Boîte de réception|Brouillons|Envoyés|Marquer comme lu|Nouveau message|Filtrer|Tous les contacts|Se déconnecter|Transférer|Répondre|Pierre précieuse|Mars|Calendrier|Favoris",
    "es": "Bandeja de entrada|Borradores|Enviados|Marcar como leído|Mensaje nuevo|Filtrar|Todos los contactos|Cerrar sesión|Reenviar|Responder|Mercedes|Calendario|Favoritos",
    "it": "Posta in arrivo|Bozze|Inviati|Segna come letto|Nuovo messaggio|Filtra|Tutti i contatti|Esci|Inoltra|Rispondi|Calendario|Preferiti|Marco|Domenica",
    "pt": "Caixa de entrada|Rascunhos|Enviados|Marcar como lida|Nova mensagem|Filtrar|Todos os contatos|Sair|Encaminhar|Responder|Calendário|Favoritos|Domingo",
    "nl": "Postvak IN|Concepten|Verzonden|Als gelezen markeren|Nieuw bericht|Filteren|Alle contacten|Afmelden|Doorsturen|Beantwoorden|Agenda|Favorieten|Mark",
    "pl": "Odebrane|Wersje robocze|Wysłane|Oznacz jako przeczytane|Nowa wiadomość|Filtruj|Wszystkie kontakty|Wyloguj się|Przekaż dalej|Odpowiedz|Kalendarz|Ulubione",
    "ru": "Входящие|Черновики|Отправленные|Отметить как прочитанное|Новое сообщение|Фильтр|Все контакты|Выйти|Переслать|Ответить|Календарь|Избранное|Вера|Надежда",
    "ar": "البريد الوارد|المسودات|المرسلة|وضع علامة كمقروءة|رسالة جديدة|تصفية|كل جهات الاتصال|تسجيل الخروج|إعادة توجيه|رد|التقويم|المفضلة",
    "he": "דואר נכנס|טיוטות|נשלחו|סמן כנקרא|הודעה חדשה|סינון|כל אנשי הקשר|יציאה|העבר|השב|יומן|מועדפים",
    "ja": "受信トレイ|下書き|送信済み|既読にする|新規メッセージ|絞り込み|すべての連絡先|ログアウト|転送|返信|カレンダー|お気に入り",
    "ko": "받은편지함|임시보관함|보낸편지함|읽음으로 표시|새 메시지|필터|모든 연락처|로그아웃|전달|답장|캘린더|즐겨찾기",
    "zh": "收件箱|草稿箱|已发送|标为已读|新消息|筛选|所有联系人|退出登录|转发|回复|日历|收藏夹",
}

WHENS = {
    "en": "Yesterday|2 days ago|Just now|Monday|Apr 3|June 2024|10:42 AM|Last week", "de": "Gestern|vor 2 Tagen|Gerade eben|Montag|3. April|Juni 2024|10:42|Letzte Woche",
    "fr": "Hier|il y a 2 jours|À l’instant|lundi|3 avr.|juin 2024|10:42", "es": "Ayer|hace 2 días|Ahora mismo|lunes|3 abr|junio de 2024|10:42",
    "it": "Ieri|2 giorni fa|Adesso|lunedì|3 apr|giugno 2024|10:42", "pt": "Ontem|há 2 dias|Agora mesmo|segunda-feira|3 de abr.|junho de 2024|10:42",
    "nl": "Gisteren|2 dagen geleden|Zojuist|maandag|3 apr|juni 2024|10:42", "pl": "Wczoraj|2 dni temu|Przed chwilą|poniedziałek|3 kwi|czerwiec 2024|10:42",
    "ru": "Вчера|2 дня назад|Только что|понедельник|3 апр.|июнь 2024 г.|10:42", "ar": "أمس|قبل يومين|الآن|الاثنين|٣ أبريل|10:42", "he": "אתמול|לפני יומיים|עכשיו|יום שני|3 באפריל|10:42",
    "ja": "昨日|2日前|たった今|月曜日|4月3日|2024年6月|10:42", "ko": "어제|2일 전|방금|월요일|4월 3일|2024년 6월|오전 10:42", "zh": "昨天|2天前|刚刚|星期一|4月3日|2024年6月|上午10:42",
}

# Messages, subjects and notes.
SAID = {
    "en": "Thanks, see you at the gate!|Your order from Ralph Lauren has shipped|Lunch at Wagamama on Monday?|Quarterly numbers are ready|The flight to San Jose is on time|Chase Bank closes at 5|Can you send the Figma link?|Happy Thanksgiving to you all|Build failed on Jenkins again|Meeting moved to Victoria Station|Great Job on the Release|Mercedes or Tesla, what do you think?",
    "de": "Danke, bis morgen am Bahnhof!|Ihr Paket von Hugo Boss ist unterwegs|Mittagessen im Hofbräuhaus?|Die Zahlen für das Quartal sind da|Der Zug nach Halle hat Verspätung|Schickst du mir bitte den Link?|Rechnung der Deutschen Bank im Anhang|Frohe Weihnachten euch allen|Wir treffen uns am Ernst-Reuter-Platz|Der Build ist wieder rot",
    "fr": "Merci, à demain à la gare !|Votre commande Yves Rocher est en route|On déjeune chez Paul lundi ?|Les chiffres du trimestre sont prêts|Le train pour Nancy est à l’heure|Tu peux m’envoyer le lien ?|Rendez-vous place Victor-Hugo|Bonne année à toutes et à tous|La facture de la Société Générale est en pièce jointe",
    "es": "Gracias, nos vemos en la estación|Tu pedido de Adolfo Domínguez está en camino|¿Comemos en Valencia el lunes?|Las cifras del trimestre están listas|El vuelo a San José sale a tiempo|¿Me mandas el enlace?|Factura de Banco Santander adjunta|Feliz Navidad a todos|Quedamos en la plaza Santa Ana",
    "it": "Grazie, ci vediamo in stazione|Il tuo ordine Giorgio Armani è in viaggio|Pranzo a Santa Margherita lunedì?|I numeri del trimestre sono pronti|Il treno per San Remo è in orario|Mi mandi il link?|In allegato la fattura di Intesa Sanpaolo|Buone feste a tutti|Ci troviamo in piazza Garibaldi",
    "pt": "Obrigado, até amanhã na estação|Seu pedido da Magazine Luiza saiu para entrega|Almoço em São José na segunda?|Os números do trimestre estão prontos|O voo para Santa Maria está no horário|Pode me mandar o link?|Fatura do Banco do Brasil em anexo|Feliz Natal a todos|Encontro na praça Santos Dumont",
    "nl": "Bedankt, tot morgen op het station!|Je bestelling bij Albert Heijn is onderweg|Lunchen in Den Haag maandag?|De cijfers van het kwartaal zijn klaar|De trein naar Roosendaal is op tijd|Kun je de link sturen?|Factuur van de Rabobank als bijlage|Fijne feestdagen allemaal|We zien elkaar op het Willemsplein",
    "pl": "Dzięki, do zobaczenia na dworcu!|Twoje zamówienie z Allegro jest w drodze|Obiad w Krakowie w poniedziałek?|Wyniki kwartału są gotowe|Pociąg do Gdańska przyjedzie o czasie|Wyślesz mi link?|Faktura z Banku Pekao w załączniku|Wesołych Świąt wszystkim|Spotkajmy się na placu Wilsona",
    "ru": "Спасибо, до завтра на вокзале!|Ваш заказ из Лабиринта в пути|Обедаем в Киеве в понедельник?|Отчёт за квартал готов|Поезд во Владимир идёт по расписанию|Пришлёшь ссылку?|Счёт от Сбербанка во вложении|С Новым годом всех|Встречаемся на площади Гагарина",
    "ar": "شكرا، أراك غدا في المحطة|طلبك من أمازون في الطريق|هل نتغدى في دبي يوم الاثنين؟|تقرير الربع جاهز|القطار إلى الإسكندرية في موعده|هل ترسل لي الرابط؟|كل عام وأنتم بخير|نلتقي في شارع الملك فيصل",
    "he": "תודה, נתראה מחר בתחנה|ההזמנה שלך בדרך|ארוחת צהריים בתל אביב ביום שני?|הדוח הרבעוני מוכן|הרכבת לחיפה מגיעה בזמן|אפשר לשלוח לי את הקישור?|חג שמח לכולם|נפגשים ברחוב דיזנגוף",
    "ja": "ありがとうございます。明日駅でお待ちしています|ご注文の商品を発送しました|月曜日に渋谷でランチはいかがですか|四半期の数字がまとまりました|新大阪行きは定刻です|リンクを送ってもらえますか|松本駅前で会いましょう|明けましておめでとうございます",
    "ko": "감사합니다, 내일 역에서 봬요|주문하신 상품이 발송되었습니다|월요일에 강남에서 점심 어때요?|분기 실적이 나왔습니다|부산행 열차는 정시에 도착합니다|링크 좀 보내 주세요|새해 복 많이 받으세요|세종대로에서 만나요",
    "zh": "谢谢，明天车站见|您在京东的订单已发货|星期一在上海吃午饭吗？|季度数据已经出来了|去张家口的高铁准点|请把链接发给我|新年快乐|在中山路见面",
}

# Sentences with a whole name.
ABOUT = {
    "en": "I met {} in Paris last June.|{} joined the Design Team|Lunch with {}|Can you ask {} for the report?|{} and {} started a review|The contract was signed by {} on Monday|Approved by {}|1:1 {} / {}",
    "de": "Ich habe {} im Juni in Halle getroffen.|{} ist dem Team beigetreten|Mittagessen mit {}|Kannst du {} nach dem Bericht fragen?|{} und {} haben kommentiert|Der Vertrag wurde von {} unterschrieben|Vertretung durch {}",
    "fr": "J’ai rencontré {} à Nancy en juin.|{} a rejoint l’équipe|Déjeuner avec {}|Peux-tu demander le rapport à {} ?|{} et {} ont commenté|Le contrat a été signé par {} lundi|Validé par {}",
    "es": "Conocí a {} en Valencia en junio.|{} se unió al equipo|Comida con {}|¿Puedes pedirle el informe a {}?|{} y {} comentaron|El contrato lo firmó {} el lunes|Aprobado por {}",
    "it": "Ho incontrato {} a Siena a giugno.|{} è entrato nel team|Pranzo con {}|Puoi chiedere il rapporto a {}?|{} e {} hanno commentato|Il contratto è stato firmato da {} lunedì|Approvato da {}",
    "pt": "Encontrei {} em Lisboa em junho.|{} entrou na equipe|Almoço com {}|Pode pedir o relatório a {}?|{} e {} comentaram|O contrato foi assinado por {} na segunda|Aprovado por {}",
    "nl": "Ik heb {} in juni in Gent ontmoet.|{} is lid geworden van het team|Lunch met {}|Kun je {} om het rapport vragen?|{} en {} hebben gereageerd|Het contract is getekend door {}|Goedgekeurd door {}",
    "pl": "W czerwcu w Łodzi był też {}.|{} – nowa osoba w zespole|Obiad: {}|Raport przygotuje {}|{} i {} dodali komentarz|Umowę podpisuje {}|Zatwierdza {}",
    "ru": "В июне в Твери выступает {}.|{} теперь в команде|Обед: {}|Отчёт готовит {}|{} и {} оставили комментарии|Договор подписывает {}|Утверждает {}",
    "ar": "التقيت {} في القاهرة في يونيو.|انضم {} إلى الفريق|غداء مع {}|هل تسأل {} عن التقرير؟|وقع العقد {} يوم الاثنين",
    "he": "פגשתי את {} בחיפה ביוני.|{} בצוות החדש|ארוחת צהריים עם {}|אפשר לשאול את {} על הדוח?|החוזה נחתם על ידי {}",
    "ja": "6月に京都で{}さんに会いました。|{}さんがチームに参加しました|{}様とランチ|レポートは{}さんに聞いてください|契約書は{}が署名しました",
    "ko": "6월에 부산에서 {} 씨를 만났습니다.|{}님이 팀에 참여했습니다|{}님과 점심|보고서는 {}님에게 문의하세요|계약서는 {}이 서명했습니다",
    "zh": "六月在杭州见到了{}。|{}加入了团队|和{}共进午餐|报告请问{}|合同由{}签署",
}

GIVEN = {
    "en": "{} is typing…|{} liked your photo|You and {}|{}: ok, see you there", "de": "{} schreibt…|{} gefällt dein Foto|Du und {}|{}: ok, bis dann", "fr": "{} écrit…|{} aime votre photo|Vous et {}|{} : ok, à tout à l’heure",
    "es": "{} está escribiendo…|A {} le gusta tu foto|Tú y {}|{}: vale, hasta luego", "it": "{} sta scrivendo…|A {} piace la tua foto|Tu e {}|{}: ok, a dopo", "pt": "{} está digitando…|{} curtiu sua foto|Você e {}|{}: ok, até já",
    "nl": "{} is aan het typen…|{} vindt je foto leuk|Jij en {}|{}: oké, tot straks", "pl": "{} pisze…|Ty i {}|{}: ok, do zobaczenia", "ru": "{} печатает…|Вы и {}|{}: ок, до встречи", "ar": "{} يكتب…|أنت و {}|{}: حسنا، أراك هناك",
    "he": "{} מקליד/ה…|{}: בסדר, נתראה", "ja": "{}さんが入力中…|{}: 了解です", "ko": "{}님이 입력 중…|{}: 네, 알겠습니다", "zh": "{}正在输入…|{}：好的，回头见",
}

# Titles with a family name or a whole one.
TITLED = {
    "en": "Dr. {}|Ms {}|Mr. {}|Prof. {}", "de": "Herr {}|Frau {}|Dr. {}|Prof. Dr. {}", "fr": "M. {}|Mme {}|Dr {}", "es": "Sr. {}|Sra. {}|Dra. {}|D. {}", "it": "Sig. {}|Dott.ssa {}|Avv. {}", "pt": "Sr. {}|Dra. {}|Dona {}",
    "nl": "dhr. {}|mevr. {}|dr. {}", "pl": "Pan {}|dr {}|prof. {}", "ru": "г-н {}|проф. {}", "ar": "السيد {}|د. {}|الدكتورة {}", "he": "מר {}|ד״ר {}|גב׳ {}", "ja": "{}様|{}さん|{}先生|{}部長", "ko": "{} 님|{} 씨|{} 과장", "zh": "{}先生|{}女士|{}经理",
}

ENDS = {
    "en": "Kind regards,|Best,|Cheers,", "de": "Viele Grüße|Mit freundlichen Grüßen", "fr": "Cordialement,|Bien à vous,", "es": "Un saludo,|Atentamente,", "it": "Cordiali saluti|Un saluto,", "pt": "Atenciosamente,|Abraços,", "nl": "Met vriendelijke groet,",
    "pl": "Pozdrawiam,", "ru": "С уважением,", "ar": "مع أطيب التحيات،", "he": "בברכה,", "ja": "よろしくお願いいたします。", "ko": "감사합니다.", "zh": "此致 敬礼",
}

# What looks like a name and is none.
DECOYS = {
    "en": "Washington Square Park|Santa Monica|Jordan|Paris, TX|Victoria Street 12|Marks & Spencer|Johnson & Johnson|Morgan Stanley|Lake George|Charlotte Airport|Ben & Jerry’s|St. James Park|Jack Daniel’s|April|Georgia|Martin Luther King Jr. Blvd",
    "de": "Goethestraße 14|Karl-Marx-Allee|Hugo Boss|Hermannplatz|Dr. Oetker|Carl Zeiss AG|Robert Bosch GmbH|Ludwigshafen|St. Gallen|Heinrich-Heine-Straße|Thomas Cook|Halle (Saale)|Wüstenrot",
    "fr": "Rue Jean Jaurès|Place Charles de Gaulle|Saint-Martin|Yves Saint Laurent|Leroy Merlin|Crédit Agricole|Louis Vuitton|Boulevard Voltaire|Saint-Denis|Lac d’Annecy|Jean Paul Gaultier",
    "es": "Calle Simón Bolívar|San Sebastián|Santa Cruz|El Corte Inglés|Banco Santander|Plaza de Colón|Avenida Juan Domingo Perón|Mercedes-Benz|San Martín|Adolfo Domínguez",
    "it": "Via Giuseppe Garibaldi|San Marino|Piazza Dante|Salvatore Ferragamo|Dolce & Gabbana|Banca Monte dei Paschi|Corso Vittorio Emanuele|Santa Lucia|Giovanni Rana",
    "pt": "Rua Marechal Deodoro|São Paulo|Avenida Paulista|Santa Catarina|Casas Bahia|Magazine Luiza|Praça Tiradentes|João Pessoa|Banco Bradesco",
    "nl": "Willem de Zwijgerlaan|Albert Heijn|Den Bosch|Prinsengracht 263|Douwe Egberts|Van Gogh Museum|Rembrandtplein|Sint-Niklaas|Hema",
    "pl": "ul. Jana Pawła II|Plac Wilsona|Zielona Góra|Kościuszki 12|E. Wedel|Bank Millennium|Nowy Sącz|Święty Marcin|Wawel",
    "ru": "улица Ленина|Владимир|площадь Гагарина|Санкт-Петербург|Невский проспект|Тинькофф|Пушкинская|Петропавловск|Вкусно — и точка",
    "ar": "شارع الملك فهد|المدينة المنورة|مصرف الراجحي|مطار الملكة علياء|أبو ظبي|جامعة محمد الخامس|صلاح سالم", "he": "רחוב בן יהודה|קריית שמונה|בנק לאומי|שדרות רוטשילד|נתב״ג|כיכר רבין|רמת גן|שופרסל",
    "ja": "松本市|トヨタ自動車|本田技研|マツモトキヨシ|三井住友銀行|福島駅|山口県|高島屋|川崎", "ko": "세종대로|현대자동차|이순신대교|신한은행|강남구|충무로|백종원의 골목식당|서울역", "zh": "中山路|李宁专卖店|王府井|张家界|招商银行|周大福|鲁迅公园|石家庄",
}

# Names of apps, firms and software on screens of every language, some of which people have, too.
PRODUCTS = (
    "Google Maps|WhatsApp|Visual Studio Code|Jenkins|Julia 1.10|Apache Cassandra|Hugo|Kafka|Ada|Pascal|Gaussian Blur|Dijkstra’s algorithm|Tesla Model 3|Alexa|Siri|Louis Vuitton|Fourier Transform|Bézier Curve|"
    "Kalman Filter|Jira Cloud|Adobe Illustrator|Red Hat|Goldman Sachs|Charles Schwab|Bluetooth|Wi-Fi|MacBook Pro|Galaxy S24 Ultra|Terms of Service|Django 5.1|Haskell|Newton|Eclipse|Darwin Kernel|Chase Sapphire|Grace Hopper GPU")


def some(table, language):
    """The alternatives of a language."""
    return table[language].split("|")
