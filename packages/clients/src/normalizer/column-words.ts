import { wordsOf } from './fold.ts'

/** Folded, as the words that they are compared with. */
export const words = (text: string): ReadonlySet<string> => new Set(wordsOf(text))

/** Whom lists of hotels, schools, landlords and charities are of, as they stand beside a name or a number. */
const listed =
  'prospect interessent interessenten guest gast gastes gastens ospite ospiti huesped hospede vieras vieraan vendeg konuk ' +
  'misafir misafirin гость гостя ゲスト 宿泊者 schuler schulers eleve alumno alunno aluno leerling uczen ucznia elev elevens zak ' +
  'zaka oppilas oppilaan tanulo ogrenci ogrencinin ученик ученика 生徒 mieter mieters locataire inquilino inquilina huurder ' +
  'najemca najemcy hyresgast hyresgastens lejer leietaker najemce vuokralainen vuokralaisen berlo kiraci kiracinin арендатор ' +
  'арендатора tenant donor spender donateur donante donatore doador darczynca darczyncy darce lahjoittaja donator tierhalter ' +
  'assistito clen clena deltagare deltagarens'

/** Words that say whose record it is, not what the value is; the levels around a value in JSON. */
export const wrappers = words(
  `${listed} ` +
    'vasarlo vasarloi contactpersoon contactperson kontaktperson individual account mozilla attendee participant member student subscriber user pt kontaktowy kontaktowa kontaktowe kontaktni контактный контактная teilnehmer mitglied paziente utente billing cf custom lead udf pat patient contact contacts client clients customer person people primary main default properties fields attributes data record datensatz profile details value values wert valeur valor valore waarde wartosc kunde kunden mandant mandanten kontakt klant cliente cust acct cl asiakas asiakkaan henkilo henkilon yhteystiedot ugyfel ugyfele vevo nabywca nabywcy tiers контрагент контрагента partner kapcsolattarto kontrahent kontrahenta odberatel odberatele relatie debitor deelnemer partecipante participante uczestnik uczestnika ucastnik ucastnika deltagare deltager deltaker osallistuja resztvevo katilimci участник участника musteri musterinin muvekkil cari клиент клиента заказчик заказчика контакт контакта контактное лица 顧客 お客様 依頼者 klient klienta klientens klienten доверителя paamiehen vendeg contato contacto contatto paciente pacient pacienta pacjent pacjenta pasient pasienten patienten paciens potilas potilaan hasta hastanin пациент пациента 患者',
)

/** Kinds of address in whatever language, each by one word. */
export const addressKinds: readonly (readonly [kind: string, names: ReadonlySet<string>])[] = [
  [
    'home',
    words(
      'home private residential privat privatadresse privatanschrift prive domicile casa abitazione residenza residence residencial particular thuis huisadres prywatny prywatna prywatne domowy domowa domowe hem bostad hjem hjemme personal wohn koti otthoni lakcim soukromy soukroma soukrome ev kisisel ozel частный частная частное личный личная личное домашний домашняя 自宅 個人 hm',
    ),
  ],
  [
    'work',
    words(
      'work business office corporate geschaftlich geschaeftlich dienstlich bureau ufficio lavoro lavorativo lavorativa aziendale uff trabajo oficina laboral trabalho profissional zakelijk werk werkadres comercial empresarial sluzbowy sluzbowa sluzbowe company professionnel professionnelle firmenadresse firmenanschrift geschaftsadresse arbete jobb arbejde pracovni tyo munkahelyi ceges ceg is kurumsal рабочий рабочая рабочее служебный корпоративный корпоративная 勤務先 会社 wk bus',
    ),
  ],
  [
    'billing',
    words(
      'bill billing invoice invoices invoicing facturen rechnung rechnungs rechnungsadresse rechnungsanschrift facture facturation fatturazione fattura factura facturacion factuur facturatie faktuur faktura fakturering fakturerings fakturacni faktury laskutus lasku szamlazasi szamla fatura faturamento для счетов счета 請求 請求先',
    ),
  ],
  [
    'shipping',
    words(
      'ship shipping delivery lieferung liefer lieferadresse lieferanschrift livraison spedizione consegna envio entrega levering leverings leverans bezorg aflever dostawy doruceni dodaci sa toimitus szallitasi teslimat доставки 配送 送付 送付先',
    ),
  ],
  [
    'seat',
    words(
      'legal legale registered sitz firmensitz siege sede siedziba siedziby sidlo sidla szekhely zetel sate merkez юридический юридическая 本社 本店',
    ),
  ],
  ['visiting', words('visiting visit besuchs besok besoks besog besogs bezoek kaynti odwiedzin')],
  [
    'object',
    words(
      'property objekt object immobilie immeuble inmueble immobile imovel pand nieruchomosci fastighet ejendom eiendom nemovitosti kohde ingatlan 物件',
    ),
  ],
  ['physical', words('physical phys fysisk fysieke fisica fisico фактический фактическая фактическое')],
  [
    'mailing',
    words(
      'mailing correspondence correspondance korrespondenz correspondencia corrispondenza correspondentie po levelezesi korespondencyjny korespondencni корреспонденции 郵送 郵送先',
    ),
  ],
  [
    'other',
    words(
      'other additional further andere anderer weiteres weiterer weitere zusatzliche zusatzlicher autre autres supplementaire supplementaires otro otra otros otras adicional adicionales adicionais altro altra altri altre ulteriore ulteriori outro outra outros outras overige aanvullende ovrig ovriga ytterligare annan muu muut egyeb tovabbi diger dodatkowy dodatkowa dodatkowe dalsi другой другая другие дополнительный дополнительная その他',
    ),
  ],
]

/** Words that say which of several values it is. */
export const qualifiers: ReadonlySet<string> = new Set([
  // "Default Address Company" is the company's name.
  ...addressKinds.flatMap(([, names]) => [...names].filter((name) => name !== 'company')),
  ...words(
    'allgemein algemeen general generale ogolny obecny primaria primario secondaria secondario secondaire secondaires day daytime evening dagtid kveld tags tagsuber journee soir first 1st second secondary other home work business private personal office mobile billing mailing shipping bill ship direct wohn bostad travail fiscal legal legale residenza residence soukromy soukroma pracovni prace firmy firmowy firmowa arbeid arbejd residential privat private geschaft geschaftlich geschaeftlich dienstlich arbeit haupt buro principal personnel personnelle professionnel professionnelle domicile bureau pro principale personale lavoro casa ufficio domicilio personal trabajo oficina laboral trabalho pessoal comercial residencial uff abitazione primair primaire primar primare sekundar sekundare zakelijk prive thuis werk werkadres huisadres sluzbowy sluzbowa prywatny prywatna domowy domowa arbete hem po sa tyo koti koto munkahelyi otthoni ceg is ev рабочий рабочая домашний домашняя мобильный личный личная основной основная дополнительный 自宅 勤務先 会社 wk hm bus kotiin toihin iroda night zentrale durchwahl standard dag kvall ddd physical phys actuelle actuel actual atual attuale current particular zamieszkania проживания ikamet lakohely pobytu complete completa completo volledig vollstandige full pelny полный полная teljes koko fullstandig юр mob cell main alt alternate primaer sekundaer geschaftl gesch dienstl mobiel vast fijo movil mobil fisso fixe gsm sabit hjemme jobb arbejde mobilni domu моб сот раб 携帯',
  ),
])

/** Words that join a value and its qualifier, "Calle del trabajo", "Telefoon op werk", and what says that it must be given. */
export const joints = words(
  'de del della dello dell du des do da di la el l d op of the van von der og och und and u pa com con es ou oder eller lub vagy или ve required mandatory optional pflichtfeld pflicht obligatoire facultatif obligatorio opcional obbligatorio verplicht wymagane povinne pakollinen kotelezo zorunlu обязательно 必須 任意',
)

/** Words for an address as a whole; a part of it stands beside them. */
export const addressWords = words(
  'address addresses adresse adress adres adresu direccion indirizzo endereco rechnungsadresse rechnungsanschrift lieferadresse lieferanschrift privatadresse privatanschrift postadresse postanschrift hausanschrift geschaftsadresse firmenadresse firmenanschrift anschrift addr osoite osoitteen адрес 住所',
)

/** Whom one speaks to at a client. */
export const contactWords = words(
  'contact contacts contacto contatto contato contactpersoon contactperson kontakt kontaktperson kapcsolattarto kontaktowy kontaktowa kontaktni yhteyshenkilo контакт контактное контактный контактная',
)

/** Names with one of these are of something beside the value: a type, a flag, a time, somebody else. */
export const another = words(
  'type typ types label labels opt optin status stage owner count date created updated modified verified bounced consent valid invalid spouse partner husband wife assistant asst manager supervisor emergency referred referrer yomi phonetic pronunciation suffix initials fax telefax pager telex nickname besitzer erstellt betreuer berater ansprechpartner advisor adviser agent rep representative guarantor next kin parent father mother child old former previous preferred method source photo avatar image picture linkedin twitter facebook instagram skype conjoint notaire abogado avvocato gestor asesor guardian employer beneficiary sent opened clicked score by sender reply cc bcc ' +
    'opposing opponent gegner gegners gegnerische adverse adversaire contrario contraria contraparte controparte tegenpartij wederpartij przeciwna przeciwnik motpart motparts modpart modparts protistrana protistrany vastapuoli vastapuolen ellenfel противная противник ответчик ' +
    'eltern elternteil erziehungsberechtigte erziehungsberechtigter tuteur padre madre genitore genitori mae pai ouder moeder vader matka ojciec rodzic opiekun malsman foresatt foresatte foraeldre rodic rodice huoltaja huoltajan szulo veli родитель родителя мать отец ' +
    'pet tier haustier animal mascota animale huisdier zwierze husdjur kjaeledyr zvire lemmikki kisallat evcil питомец питомца ペット',
)

/** Words of columns that are none of ours and begin like some that are: "Depart." is no département. */
export const likeOurs = words(
  'category kategorie kategori kategoria categoria categorie department departamento departement dipartimento registration registro registered contract contrat contrato contratto konto kontonummer identity identidad identita identite distance distributor discount calendar calls membership employees employment entry entrada entrata commission complaint completed completion control postfach profile profit locale notification notice mandate mandat orders organizer functional numbers streetview provision anmeldung addition additional mobility portfolio portal localization languages salary',
)

/** "Name" behind what it is the name of: "Straßenname", "Nombre de la ciudad". */
export const nameWords = words(
  'name names 名称 navn namn naam nev neve nimi nazwa nome nombre nom nazev название adi 名 id code kode kod koodi kodu код コード sigla bezeichnung kennzeichen libelle',
)

/** A line of an address, beside the word for it: "Adresregel 2". */
export const lineWords = words(
  'line lines zeile ligne linea linha regel rad rivi linje radek wiersz linia sor satir satiri строка 行',
)

/** Whom a list is of: with a number it is the client's own number. */
export const clientWords = words(
  `${listed} ` +
    'kontakt kontakte teilnehmer tn participant deelnemer partecipante participante uczestnik uczestnika ucastnik ucastnika deltager osallistuja student tessera tesserato tesserati soci client clients customer asiakkaan tiers контрагента контрагент odberatele kontrahenta relatie patient patienten patienter kunde kunden mandant mandanten klant klient klienten cliente paciente paziente utente asiakas potilas ugyfel vevo vasarlo musteri hasta klienta zakaznika pacjenta клиента пациента 顧客 患者 会員 mitglied mitglieds member lid adherent socio medlem jasen pasient paciens pacjent pacient pacienta anagrafica kartoteki kartoteka karty journal chart prontuario cartella 取引先 得意先 お客様 依頼者',
)

/** What the number of somebody is called, beside "number". */
export const identityWords = words(
  'id code cod kod codice codigo ref reference referentie referenz referens referencia referenza riferimento viite tunnus koodi azonosito identifiant identificativo identificador kennung код идентификатор',
)
