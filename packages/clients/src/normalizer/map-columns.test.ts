import type { SourceRow } from '@chancery/core'
import { expectLinearTime } from '@chancery/port-contracts/linear-time'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { headerRows, sampleOf } from './header-rows.test-support.ts'
import { mapColumns } from './map-columns.ts'

/** Header rows as they are exported, written by us: `column=field`; `column` alone belongs to `custom`. */
const exports: Readonly<Record<string, string>> = {
  'Google Contacts':
    'First Name=givenName|Middle Name|Last Name=familyName|Phonetic First Name|Phonetic Middle Name|Phonetic Last Name|Name Prefix=honorific|Name Suffix|Nickname|File As=name|Organization Name=organization|Organization Title=jobTitle|Organization Department|Birthday=birthDate|Notes=notes|Photo|Labels|E-mail 1 - Label|E-mail 1 - Value=email|E-mail 2 - Label|E-mail 2 - Value=email|Phone 1 - Label|Phone 1 - Value=phone|Phone 4 - Value=phone|Address 1 - Label|Address 1 - Formatted|Address 1 - Street=street|Address 1 - City=locality|Address 1 - PO Box|Address 1 - Region=region|Address 1 - Postal Code=postcode|Address 1 - Country=country|Address 2 - Street|Address 2 - City|Website 1 - Label|Website 1 - Value=website|Relation 1 - Value|Event 1 - Value',
  Outlook:
    "First Name=givenName|Middle Name|Last Name=familyName|Suffix|Nickname|Given Yomi|Surname Yomi|E-mail Address=email|E-mail 2 Address=email|E-mail 3 Address=email|E-mail Type|E-mail Display Name|Home Phone=phone|Home Phone 2=phone|Business Phone=phone|Mobile Phone=phone|Other Phone=phone|Primary Phone=phone|Pager|Business Fax|Home Fax|Telex|Company Main Phone=phone|IMAddress|Job Title=jobTitle|Department|Company=organization|Office Location|Manager's Name|Assistant's Name|Assistant's Phone|Company Yomi|Business Street=street|Business City=locality|Business State=region|Business Postal Code=postcode|Business Country/Region=country|Home Street|Home City|Home Country/Region|Other Street|Web Page=website|Spouse|Schools|Hobby|Location|Birthday=birthDate|Anniversary|Notes=notes",
  HubSpot:
    'Record ID=externalId|First Name=givenName|Last Name=familyName|Email=email|Phone Number=phone|Mobile Phone Number=phone|Contact owner|Associated Company=organization|Associated Company IDs|Last Activity Date (GMT+1)|Lead Status|Marketing contact status|Create Date|Job Title=jobTitle|Street Address=street|City=locality|State/Region=region|Postal Code=postcode|Country/Region=country|Website URL=website|Date of birth=birthDate|Preferred language=language|Original Source|Number of Employees',
  Salesforce:
    'Contact ID=externalId|Account ID|Account Name=organization|Salutation=honorific|FirstName=givenName|LastName=familyName|MailingStreet=street|MailingCity=locality|MailingState=region|MailingPostalCode=postcode|MailingCountry=country|OtherStreet|OtherCity|Phone=phone|MobilePhone=phone|HomePhone=phone|Fax|AssistantPhone|Email=email|EmailBouncedDate|Birthdate=birthDate|OwnerId|CreatedDate|LastModifiedDate|LeadSource|ReportsToId|Contact Owner',
  Pipedrive:
    'Person - ID=externalId|Person - Name=name|Person - First name=givenName|Person - Last name=familyName|Person - Email - Work=email|Person - Email - Home=email|Person - Phone - Mobile=phone|Person - Phone - Work=phone|Person - Organization=organization|Person - Owner|Person - Label|Person - Visible to|Person - Open deals|Person - Next activity date|Person - Birthday=birthDate|Person - Notes=notes|Deal - ID|Person - Postal address=street',
  Mailchimp:
    'Email Address=email|First Name=givenName|Last Name=familyName|Address=street|Phone Number=phone|Birthday=birthDate|MEMBER_RATING|OPTIN_TIME|OPTIN_IP|CONFIRM_TIME|LATITUDE|LONGITUDE|GMTOFF|TIMEZONE|LAST_CHANGED|LEID|EUID|NOTES=notes|TAGS',
  German:
    'Mandantennummer=externalId|Anrede=honorific|Vorname=givenName|Nachname=familyName|Firma=organization|Straße=street|Hausnummer=street|PLZ=postcode|Ort=locality|Land=country|Telefon (privat)=phone|Telefon geschäftlich=phone|Mobil=phone|Telefax|E-Mail=email|E-Mail-Adresse 2=email|Geburtsdatum=birthDate|USt-IdNr.=taxId|IBAN|BIC|Bankname|Bemerkungen=notes|Sachbearbeiter|Aktenzeichen|Beruf=jobTitle|Familienstand|Angelegt am|Gegner',
  French:
    "Référence client=externalId|Civilité=honorific|Nom=familyName|Prénom=givenName|Société=organization|Adresse=street|Complément d'adresse=street|Code postal=postcode|Ville=locality|Pays=country|Téléphone fixe=phone|Téléphone portable=phone|Fax|Courriel=email|Date de naissance=birthDate|N° TVA=taxId|Site web=website|Fonction=jobTitle|Commentaires=notes|Notaire|Situation familiale|Nom du conjoint|Avocat adverse",
  Spanish:
    'Nº cliente=externalId|Tratamiento=honorific|Nombre=givenName|Apellidos=familyName|Empresa=organization|Cargo=jobTitle|Dirección=street|Código postal=postcode|Población=locality|Provincia=region|País=country|Teléfono=phone|Móvil=phone|Correo electrónico=email|Fecha de nacimiento=birthDate|NIF=taxId|Página web=website|Observaciones=notes|Estado civil|Procurador|Juzgado|Forma de pago',
  Italian:
    'Codice cliente=externalId|Nome=givenName|Cognome=familyName|Ragione sociale=organization|Indirizzo=street|CAP=postcode|Città=locality|Provincia=region|Paese=country|Telefono=phone|Cellulare=phone|Indirizzo e-mail=email|Data di nascita=birthDate|Luogo di nascita|Codice fiscale=taxId|Sito web=website|Note=notes|Professione=jobTitle|PEC|Banca|Controparte',
  Dutch:
    'Klantnummer=externalId|Aanhef=honorific|Voornaam=givenName|Tussenvoegsel=familyName|Achternaam=familyName|Bedrijf=organization|Functie=jobTitle|Straat=street|Huisnummer=street|Postcode=postcode|Woonplaats=locality|Land=country|Telefoonnummer=phone|Mobiel=phone|E-mailadres=email|Geboortedatum=birthDate|BTW-nummer=taxId|Website=website|Opmerkingen=notes|Geslacht|Rekeningnummer',
  Portuguese:
    'Código do cliente=externalId|Nome=givenName|Apelido=familyName|Empresa=organization|Profissão=jobTitle|Morada=street|Código postal=postcode|Localidade=locality|Distrito=region|País=country|Telefone=phone|Telemóvel=phone|Endereço de e-mail=email|Data de nascimento=birthDate|Contribuinte=taxId|Observações=notes|Estado civil|Naturalidade',
  Polish:
    'Numer klienta=externalId|Imię=givenName|Nazwisko=familyName|Firma=organization|Ulica=street|Kod pocztowy=postcode|Miasto=locality|Województwo=region|Kraj=country|Telefon komórkowy=phone|Adres e-mail=email|Data urodzenia=birthDate|NIP=taxId|Uwagi=notes|Płeć|Status',
  'a law office':
    'Client Ref=externalId|Client Name=name|Contact Phone=phone|Contact Email=email|Emergency Contact Phone|Emergency Contact Name|Spouse Name|Spouse Email|Referred By|Matter|Matter Type|Opposing Counsel|Opposing Counsel Email|Date Opened|Street=street|Street 2=street|City=locality|Zip=postcode|D.O.B.=birthDate|SSN|Balance|Retainer|VAT No.=taxId|Email Opt-In|Phone Type|Employer Phone',
  Swedish:
    'Kundnummer=externalId|Förnamn=givenName|Efternamn=familyName|Företag=organization|Gatuadress=street|Postnummer=postcode|Postort=locality|Telefon=phone|E-post=email|Födelsedatum=birthDate|Kön',
  'Thunderbird as LDIF':
    'givenName=givenName|surname=familyName|displayName=name|mail=email|mozillaSecondEmail=email|telephoneNumber=phone|mobile=phone|mozillaHomeStreet=street|mozillaNickname',
  Shopify:
    'Customer ID=externalId|First Name=givenName|Last Name=familyName|Email=email|Accepts Email Marketing|Default Address Company=organization|Default Address Address1=street|Default Address Address2=street|Default Address City=locality|Default Address Province Code=region|Default Address Country Code=country|Default Address Zip=postcode|Default Address Phone=phone|Phone=phone|Total Spent|Note=notes|Tags',
  'a German company':
    'Nachname=familyName|Vorname=givenName|Telefon 1=phone|E-Mail 1=email|Strasse/Nr.=street|PLZ=postcode|Ort=locality|Staat/Land=country|Geb.-Datum=birthDate|Kd.-Nr.=externalId|Steuernr.=taxId|Ansprechpartner|Kontonr.|Rechnungsadresse|Briefanrede|Titel|Namenszusatz',
  'a notary':
    'N° client=externalId|Titre|Nom de famille=familyName|Prénoms=givenName|CP=postcode|Commune=locality|Tél. fixe=phone|Adresse mail=email|Né(e) le=birthDate|Lieu de naissance|Nationalité|Profession=jobTitle|Régime matrimonial|N° Sécurité sociale|Remarques=notes|SIRET',
  DATEV:
    'Konto|Name (Adressattyp Unternehmen)=organization|Unternehmensgegenstand|Name (Adressattyp natürl. Person)=familyName|Vorname (Adressattyp natürl. Person)=givenName|Name (Adressattyp keine Angabe)=name|Adressattyp|Kurzbezeichnung|EU-Land|EU-UStID|Anrede=honorific|Titel/Akad. Grad|Adressart|Straße=street|Postfach|Postleitzahl=postcode|Ort=locality|Land=country|Telefon=phone|E-Mail=email|IBAN-Nr. 1',
  'Outlook in French':
    "Prénom=givenName|Deuxième prénom|Nom=familyName|Suffixe|Société=organization|Service|Rue (bureau)=street|Ville (bureau)=locality|Code postal (bureau)=postcode|Pays/Région (bureau)=country|Télécopie (bureau)|Téléphone (bureau) 2=phone|Tél. mobile=phone|Adresse de messagerie=email|Type de messagerie|Nom complet de l'adresse de messagerie|Adresse de messagerie 2=email|Anniversaire=birthDate|Notes=notes",
  'Outlook in Italian':
    'Nome=givenName|Secondo nome|Cognome=familyName|Società=organization|Reparto|Posizione=jobTitle|Via (uff.)=street|Città (uff.)=locality|Provincia (uff.)=region|CAP (uff.)=postcode|Paese (uff.)=country|Fax (uff.)|Telefono (uff.)=phone|Telefono abitazione=phone|Cellulare=phone|Compleanno=birthDate|Indirizzo posta elettronica=email|Tipo posta elettronica|Nome visualizzato posta elettronica|Indirizzo posta elettronica 2=email',
  'Outlook in Spanish':
    'Nombre=givenName|Segundo nombre|Apellidos=familyName|Organización=organization|Departamento|Puesto=jobTitle|Calle del trabajo=street|Ciudad de trabajo=locality|Provincia o estado de trabajo=region|Código postal del trabajo=postcode|País o región del trabajo=country|Fax del trabajo|Teléfono del trabajo=phone|Móvil=phone|Tipo de correo electrónico|Nombre de pantalla de correo electrónico|Dirección de correo electrónico=email',
  'Outlook in Dutch':
    'Voornaam=givenName|Achternaam=familyName|Werkadres, straat=street|Werkadres, plaats=locality|Werkadres, postcode=postcode|Land/regio (werk)=country|Fax op werk|Telefoon op werk=phone|E-mailadres=email|E-mailtype|E-mailweergavenaam',
  'Outlook in Polish':
    'Imię=givenName|Drugie imię|Nazwisko=familyName|Adres służbowy - ulica=street|Adres służbowy - miejscowość=locality|Adres służbowy - kod pocztowy=postcode|Adres służbowy - kraj=country|Adres domowy - ulica|Faks służbowy|Telefon służbowy=phone|Telefon domowy=phone|Urodziny=birthDate|Adres e-mail=email|Typ adresu e-mail|Wyświetlana nazwa e-mail|Strona sieci Web=website',
  'Outlook in Portuguese':
    'Nome=givenName|Sobrenome=familyName|Rua do endereço comercial=street|Cidade do endereço comercial=locality|CEP do endereço comercial=postcode|País/Região comercial=country|Fax comercial|Telefone residencial=phone|Tipo de email|Nome de exibição do email|Anotações=notes|Página da Web=website',
  'Microsoft Graph':
    'id=externalId|displayName=name|givenName=givenName|surname=familyName|emailAddresses.name|emailAddresses.address=email|businessPhones=phone|mobilePhone=phone|businessAddress.street=street|businessAddress.city=locality|businessAddress.postalCode=postcode|businessAddress.countryOrRegion=country|birthday=birthDate',
  'Google People':
    'resourceName|etag|names.displayName=name|names.familyName=familyName|names.givenName=givenName|emailAddresses.value=email|phoneNumbers.value=phone|phoneNumbers.canonicalForm|phoneNumbers.type',
  'accounting in France and Sweden':
    'Code tiers=externalId|Intitulé=name|Adresse=street|Code postal=postcode|Ville=locality|Pays=country|Téléphone=phone|Télécopie|E-mail=email|N° identifiant TVA=taxId|NAF (APE)|Encours maximum',
  Xero: '*ContactName=name|AccountNumber=externalId|EmailAddress=email|FirstName=givenName|LastName=familyName|POAttentionTo|POAddressLine1=street|POAddressLine2=street|POCity=locality|PORegion=region|POPostalCode=postcode|POCountry=country|SAAddressLine1|SACity|SAPostalCode|PhoneNumber=phone|FaxNumber|MobileNumber=phone|DDINumber=phone|SkypeName|BankAccountName|TaxNumber=taxId|Website=website',
  'a practice software':
    'PatientID=externalId|First_Name=givenName|Last_Name=familyName|DOB=birthDate|Client_CellPh=phone|HmPhone=phone|WkPhone=phone|Home Address=street|street_number=street|Home City=locality|Home Province/State=region|Home Zip/Postal Code=postcode|Home Country/Region=country|Email Addr=email|Sex|Balance Due|Referred By|Created Dt',
  Finnish:
    'Asiakasnumero=externalId|Etunimi=givenName|Sukunimi=familyName|Yritys=organization|Titteli=jobTitle|Lähiosoite=street|Postinumero=postcode|Postitoimipaikka=locality|Maa=country|Matkapuhelin=phone|Puhelin (työ)=phone|Sähköposti=email|Syntymäaika=birthDate|Y-tunnus=taxId|Huomautukset=notes|Sukupuoli|Lisätty',
  Hungarian:
    'Ügyfélszám=externalId|Vezetéknév=familyName|Keresztnév=givenName|Cégnév=organization|Beosztás=jobTitle|Irányítószám=postcode|Város=locality|Utca, házszám=street|Ország=country|Telefonszám=phone|Mobil=phone|E-mail cím=email|Születési dátum=birthDate|Adószám=taxId|Megjegyzés=notes|Nem|Anyja neve',
  Turkish:
    'Müşteri No=externalId|Adı=givenName|Soyadı=familyName|Şirket=organization|Unvan=jobTitle|Adres=street|İlçe=locality|Posta Kodu=postcode|Ülke=country|Cep Telefonu=phone|İş Telefonu=phone|E-posta Adresi=email|Doğum Tarihi=birthDate|Vergi No=taxId|Açıklama=notes|Cinsiyet|Kayıt Tarihi',
  Russian:
    'Код клиента=externalId|Фамилия=familyName|Имя=givenName|Отчество|Компания=organization|Должность=jobTitle|Адрес=street|Индекс=postcode|Город=locality|Область=region|Страна=country|Мобильный телефон=phone|Рабочий телефон=phone|Эл. почта=email|Дата рождения=birthDate|ИНН=taxId|Сайт=website|Комментарий=notes|Пол|Менеджер|Дата создания',
  Japanese:
    '顧客番号=externalId|姓=familyName|名=givenName|フリガナ|会社名=organization|役職=jobTitle|郵便番号=postcode|都道府県=region|市区町村=locality|番地=street|建物名=street|電話番号=phone|携帯電話=phone|メールアドレス=email|生年月日=birthDate|備考=notes|性別|登録日',
  Ukrainian:
    'Код клієнта=externalId|ПІБ=name|Компанія=organization|Посада=jobTitle|Телефон=phone|Ел. пошта=email|Адреса=street|Місто=locality|Поштовий індекс=postcode|Країна=country|Дата народження=birthDate|Примітки=notes|Стать',
  Greek:
    'Κωδικός=externalId|Επωνυμία=organization|Όνομα=givenName|Επώνυμο=familyName|Διεύθυνση=street|Πόλη=locality|Τ.Κ.=postcode|Χώρα=country|Τηλέφωνο=phone|Κινητό=phone|ΑΦΜ=taxId|ΔΟΥ|Παρατηρήσεις=notes',
  Romanian:
    'Denumire=organization|Persoana de contact=name|Cod fiscal=taxId|Adresa=street|Localitate=locality|Judet=region|Tara=country|Telefon=phone|Email=email|Observații=notes|Banca|Discount',
  Korean:
    '거래처코드=externalId|회사명=organization|성명=name|직책=jobTitle|주소=street|우편번호=postcode|전화번호=phone|휴대폰=phone|이메일=email|생년월일=birthDate|비고=notes|등급',
  Chinese:
    '客户编号=externalId|公司名称=organization|联系人=name|职位=jobTitle|手机=phone|电话=phone|邮箱=email|省份=region|城市=locality|地址=street|邮编=postcode|备注=notes|负责人',
  Hebrew:
    'מספר לקוח=externalId|שם פרטי=givenName|שם משפחה=familyName|חברה=organization|טלפון=phone|נייד=phone|דוא"ל=email|כתובת=street|עיר=locality|מיקוד=postcode|תאריך לידה=birthDate|הערות=notes|מין',
  Arabic:
    'رقم العميل=externalId|الاسم=name|الشركة=organization|الهاتف=phone|الجوال=phone|البريد الإلكتروني=email|العنوان=street|المدينة=locality|الدولة=country|ملاحظات=notes|الجنس',
  'accounting in Italy':
    'Cod.=externalId|Denominazione=name|Indirizzo=street|Cap=postcode|Città=locality|Prov.=region|Nazione=country|Tel.=phone|Cell=phone|e-mail=email|Pec|Codice fiscale=taxId|Partita Iva=taxId|Cod. destinatario Fatt. elettr.|Note=notes',
  'accounting in the Netherlands':
    'Naam=name|Adres=street|Postcode=postcode|Plaats=locality|Btw-nummer=taxId|KvK-nummer|Contactpersoon: Voornaam=givenName|Contactpersoon: Achternaam=familyName|Contactperson: Telefoon=phone',
  'numbers behind a hash': 'Client #=externalId|Matter #|Client Full Name=name|Phone #=phone|Fax #|Tax ID #=taxId',
  Slovak:
    'Priezvisko=familyName|Meno=givenName|Názov firmy=organization|Ulica=street|Obec=locality|PSČ=postcode|Telefón=phone|E-mail=email|IČ DPH=taxId|Dátum narodenia=birthDate|Poznámka=notes|Pohlavie',
  'JSON of an address book':
    'id=externalId|name.given=givenName|name.family=familyName|emails.value=email|emails.type|phones.number=phone|address.street=street|address.city=locality|address.zip=postcode|address.country=country|company.name=organization|company.id|owner.name|owner.email|manager.phone|tags|created_at|birthDate=birthDate',
}

const row = (cells: Readonly<Record<string, string>>): SourceRow => ({
  row: 1,
  values: Object.entries(cells).map(([column, value]) => ({ column, value })),
  faults: [],
  cursor: '1',
})

const fieldsOf = (columns: readonly string[], sample: readonly Readonly<Record<string, string>>[] = []) =>
  Object.fromEntries(mapColumns(columns, sample.map(row), {}).map(({ column, field }) => [column, field]))

describe('names of columns', () => {
  const results = Object.entries(exports).map(([name, list]) => {
    const wanted = list.split('|').map((each) => each.split('=') as [string, string?])
    const fields = fieldsOf(wanted.map(([column]) => column))
    const missed = wanted.filter(([column, field]) => field !== undefined && fields[column]?.startsWith('custom.'))
    const wrong = wanted.filter(([column, field]) => !fields[column]?.startsWith('custom.') && fields[column] !== field)
    return { name, count: wanted.length, missed, wrong: wrong.map(([column]) => `${column} → ${fields[column]}`) }
  })

  it.each(results)('of $name: none is guessed wrong, nearly all are known', ({ count, missed, wrong }) => {
    expect(wrong).toEqual([])
    expect(missed.length, missed.join()).toBeLessThanOrEqual(count * 0.1)
  })

  it('are right for at least 95 of 100 in all', () => {
    const all = results.reduce((sum, { count }) => sum + count, 0)
    const missed = results.flatMap((result) => result.missed.map(([column]) => `${result.name}: ${column}`))
    expect(missed.length / all, missed.join('; ')).toBeLessThan(0.05)
  })
})

it('columns of offices and practices are known, with what they say, and hardly one is wrong', () => {
  const misses: string[] = []
  const wrong: string[] = []
  let [count, all] = [0, 0]
  for (const [name, list] of Object.entries(headerRows)) {
    const wanted = list.split('|').map((each) => each.split('=') as [string, string?])
    const mapped = mapColumns(
      wanted.map(([column]) => column),
      sampleOf(wanted),
      {},
    )
    const fields = new Map(mapped.map(({ column, field }) => [column, field]))
    for (const [column, field] of wanted) {
      all++
      if (field !== undefined) count++
      const is = fields.get(column) ?? ''
      if (is.startsWith('custom.')) misses.push(...(field === undefined ? [] : [`${name}: ${column}`]))
      else if (is !== field) wrong.push(`${name}: ${column} is ${is}`)
    }
  }
  expect(misses.length / count, misses.join('; ')).toBeLessThan(0.05)
  expect(wrong.length / all, wrong.join('; ')).toBeLessThan(0.01)
})

describe('content of columns', () => {
  const people = [
    { a: 'ada@x.org', b: '+44 20 7946 0958', c: 'x' },
    { a: 'bob@x.org', b: '+44 20 7946 0959', c: 'y' },
    { a: 'eve@x.org', b: '+44 20 7946 0960', c: 'z' },
  ]
  it('tells addresses and numbers where the name does not', () => {
    const sample = people.map(({ a, b, c }) => ({ Чтото: a, 'Column 2': b, c }))
    expect(fieldsOf(['Чтото', 'Column 2', 'c'], sample)).toEqual({ Чтото: 'email', 'Column 2': 'phone', c: 'custom.c' })
  })

  it('takes a number behind a name for which of several it is', () => {
    expect(fieldsOf(['Name1', 'Telefon1', 'Tel2', 'E-Mail1', 'Web2'])).toMatchObject({
      Name1: 'name',
      Telefon1: 'phone',
      Tel2: 'phone',
      'E-Mail1': 'email',
    })
  })

  it('takes the address that somebody has, not the empty one before it', () => {
    const columns = ['Business Street', 'Business City', 'Home Street', 'Home City']
    expect(fieldsOf(columns, [{ 'Home Street': 'Main St 1', 'Home City': 'London' }])).toMatchObject({
      'Home Street': 'street',
      'Home City': 'locality',
      'Business Street': 'custom.Business Street',
    })
    expect(fieldsOf(columns, [{ 'Business City': 'Leeds', 'Home City': 'London' }])).toMatchObject({
      'Business Street': 'street',
      'Home City': 'custom.Home City',
    })
  })

  it.each(['Spouse email', 'Notary e-mail', 'Manager', 'Referred by', 'Created by', 'Old phone', 'Skype'])(
    'does not take %j for the client',
    (column) => {
      const sample = people.map(({ a, b }) => ({ [column]: column.includes('phone') ? b : a }))
      expect(fieldsOf([column], sample)[column]).toBe(`custom.${column}`)
    },
  )

  it('takes no address that repeats: it is the agent', () => {
    const sample = Array.from({ length: 5 }, () => ({ Zuständig: 'agent@firm.org' }))
    expect(fieldsOf(['Zuständig'], sample)).toEqual({ Zuständig: 'custom.Zuständig' })
  })

  it.each<[string, string[], string]>([
    ['Title', ['Dr.', 'Mrs', 'Prof. Dr.'], 'honorific'],
    ['Title', ['Director', 'Head of Sales', 'Clerk'], 'jobTitle'],
    ['Title', ['Dr.', 'Director', '7'], 'custom.Title'],
    ['Titel', ['Dr. med.', 'Dipl.-Ing.'], 'honorific'],
    ['Stato', ['Italia', 'Francia'], 'country'],
    ['Stato', ['attivo', 'sospeso'], 'custom.Stato'],
    ['UID', ['ATU12345678', 'CHE-123.456.789'], 'taxId'],
    ['UID', ['1', '2'], 'custom.UID'],
    ['Site', ['www.x.org', 'https://y.org/a'], 'website'],
    ['Site', ['Building 4', 'Annex'], 'custom.Site'],
    ['Email', ['yes', 'no', 'yes'], 'custom.Email'],
    ['Client', ['1001', '1002', '1003'], 'custom.Client'],
    ['Client?', ['true', 'true'], 'custom.Client?'],
    ['Is company?', ['no'], 'custom.Is company?'],
    ['Client?', ['1', '0'], 'custom.Client?'],
    ['Company', ['TRUE', 'FALSE'], 'custom.Company'],
    ['Stadt', ['ja', 'nein', 'ja'], 'custom.Stadt'],
    ['Cliente', ['Sí', 'No', 'Sí'], 'custom.Cliente'],
    ['Firma', ['✓', '✗'], 'custom.Firma'],
    ['Name', ['Ja', 'No'], 'name'],
    ['Related Company/Name', ['Acme Srl', 'Beta Spa', 'Gamma'], 'organization'],
    ['Country', ['NO', 'NO', 'NO'], 'country'],
    ['Provincia', ['SI', 'NO', 'SI'], 'region'],
    ['Language', ['ja', 'no', 'ja'], 'language'],
    ['Client', ['Ada', 'Bob', 'Eve'], 'name'],
    ['Nr.', ['1', '2', '3'], 'custom.Nr.'],
    ['Código', ['C-1', 'C-2', 'C-3'], 'externalId'],
    ['Code', ['A1', 'A1', 'B2'], 'custom.Code'],
    ['Code', ['de', 'fr', 'it'], 'custom.Code'],
    ['CEP', ['01310-100', '20040-002', '30130-010'], 'postcode'],
    ['Cep', ['0532 123 45 67', '0533 765 43 21', '0544 000 11 22'], 'phone'],
    ['Adress-ID', ['501', '502', '503'], 'custom.Adress-ID'],
    ['City ID', ['a', 'b', 'c'], 'custom.City ID'],
    ['Country ID', ['DE', 'FR', 'IT'], 'country'],
    ['営業担当者メールアドレス', ['a@x.example', 'b@x.example'], 'custom.営業担当者メールアドレス'],
    ['roles', ['customer', 'customer', 'administrator'], 'custom.roles'],
    ['Role', ['Poet', 'Client', 'Clerk'], 'jobTitle'],
    ['Unvan', ['Müdür', 'Avukat', 'Uzman'], 'jobTitle'],
    ['Unvan', ['Acme Ltd', 'Ada Yazılım', 'Deniz'], 'custom.Unvan'],
    ['M./Mme', ['M.', 'Mme', 'M.'], 'honorific'],
    ['Name/Firma', ['Ada Lovelace', 'Acme GmbH', 'Bob'], 'name'],
    ['Telefon (p)', ['030 1234567', '030 1234568', '030 1234569'], 'phone'],
    ['Tel. G', ['030 1234567', '030 1234568', '030 1234569'], 'phone'],
    ['Ragione sociale 1', ['Acme Srl', 'Beta Spa', 'Gamma'], 'organization'],
    ['PLZ/Ort', ['04109 Leipzig', '20359 Hamburg', '24103 Kiel'], 'locality'],
    ['CAP e città', ['10121 Torino', '80134 Napoli'], 'locality'],
    ['Příjmení a jméno', ['Nováková Eva', 'Dvořák Jan'], 'name'],
    ['氏名（姓）', ['佐藤', '高橋'], 'name'],
    ['Cod. Fisc.', ['RSSMRA85T10A562S', 'BNCLRA90A41H501X'], 'taxId'],
    ['Matter description', ['Sale of a house', 'Divorce'], 'custom.Matter description'],
    ['Geburtsdatum Tier', ['03.05.2019', '12.11.2020'], 'custom.Geburtsdatum Tier'],
    ['Gegner E-Mail', ['ada@x.org', 'bob@x.org'], 'custom.Gegner E-Mail'],
  ])('decides %s of %j', (column, values, field) =>
    expect(
      fieldsOf(
        [column],
        values.map((value) => ({ [column]: value })),
      )[column],
    ).toBe(field),
  )

  it('takes an address as one, whatever word says which it is', () => {
    const columns = ['Adress', 'Postnummer', 'Ort', 'Leveransadress', 'Leveransort']
    expect(fieldsOf(columns)).toMatchObject({
      Adress: 'street',
      Ort: 'locality',
      Leveransadress: 'custom.Leveransadress',
    })
    expect(fieldsOf(['Юридический адрес', 'Фактический адрес'])).toMatchObject({
      'Фактический адрес': 'custom.Фактический адрес',
    })
    const physical = ['Mailing Address Line 1', 'Mailing City', 'Physical Address Line 1', 'Physical City']
    expect(Object.values(fieldsOf(physical)).filter((field) => field === 'street')).toHaveLength(1)
  })

  it('takes the address that most rows have, and of it all parts', () => {
    const sparse = [{ BillingStreet: 'Row 1' }, {}, {}].map((rare) => ({
      ...rare,
      PersonMailingStreet: 'Main St 1',
      PersonMailingCity: 'London',
    }))
    const columns = ['BillingStreet', 'BillingCity', 'PersonMailingStreet', 'PersonMailingCity']
    expect(fieldsOf(columns, sparse)).toEqual({
      BillingStreet: 'custom.BillingStreet',
      BillingCity: 'custom.BillingCity',
      PersonMailingStreet: 'street',
      PersonMailingCity: 'locality',
    })
    expect(fieldsOf(['Postadresse', 'Besøksadresse'])).toMatchObject({ Besøksadresse: 'custom.Besøksadresse' })
    expect(fieldsOf(['自宅郵便番号', '自宅住所', '会社住所'])).toMatchObject({
      自宅住所: 'street',
      会社住所: 'custom.会社住所',
    })
    expect(fieldsOf(['Via', 'Comune di residenza'])).toEqual({ Via: 'street', 'Comune di residenza': 'locality' })
  })

  it('gives no place that a row fills to a column that none does', () => {
    const columns = ['Suburb', 'Town']
    expect(fieldsOf(columns, [{ Town: 'Leeds' }])).toEqual({ Suburb: 'custom.Suburb', Town: 'locality' })
    expect(fieldsOf(columns)).toEqual({ Suburb: 'locality', Town: 'custom.Town' })
  })

  it('takes an account at a bank for no number of the client', () => {
    expect(fieldsOf(['Name', 'Sort code', 'Account no'])).toMatchObject({ 'Account no': 'custom.Account no' })
    expect(fieldsOf(['Name', 'Account no'])).toMatchObject({ 'Account no': 'externalId' })
  })

  it('takes a word for whoever it is of only where no column says their name', () => {
    expect(fieldsOf(['Tenant', 'Client name'])).toEqual({ Tenant: 'custom.Tenant', 'Client name': 'name' })
    expect(fieldsOf(['Tenant', 'City'])).toMatchObject({ Tenant: 'name' })
  })

  it('knows whom one speaks to at a client by the name that is not the client’s', () => {
    expect(fieldsOf(['Nome', 'Email', 'Nome de contacto', 'Email de contacto', 'Telefone de contacto'])).toEqual({
      Nome: 'name',
      Email: 'email',
      'Nome de contacto': 'custom.Nome de contacto',
      'Email de contacto': 'custom.Email de contacto',
      // There is no other.
      'Telefone de contacto': 'phone',
    })
    expect(fieldsOf(['Naam', 'E-mail', 'Contactpersoon: Volledige naam', 'Contactpersoon: E-mail'])).toMatchObject({
      'E-mail': 'email',
      'Contactpersoon: E-mail': 'custom.Contactpersoon: E-mail',
    })
    expect(fieldsOf(['Company', 'Contact name', 'Email', 'Contact email'])).toMatchObject({
      'Contact name': 'name',
      'Contact email': 'email',
    })
  })

  it('takes a German "Name" beside "Vorname" for the family name, and a lone "Nom" for the whole', () => {
    const sample = [{ Name: 'Müller', Vorname: 'Eva' }]
    expect(fieldsOf(['Name', 'Vorname'], sample)).toEqual({ Name: 'familyName', Vorname: 'givenName' })
    // A card that says the given name alone has no family name.
    expect(fieldsOf(['FN', 'N.given'], [{ FN: 'Zoë', 'N.given': 'Zoë' }])).toEqual({
      FN: 'name',
      'N.given': 'givenName',
    })
    expect(fieldsOf(['Nom', 'Ville'])).toEqual({ Nom: 'name', Ville: 'locality' })
    expect(fieldsOf(['Nombre', 'Ciudad'])).toEqual({ Nombre: 'name', Ciudad: 'locality' })
  })
})

describe('a word that most names share', () => {
  // Of consonants alone: in no language a word that is known.
  const anyWord = fc.stringMatching(/^[bcdfghjkmpqvwxz]{5,9}$/)
  const parts = ['Name', 'Email', 'City', 'Zip'] as const
  const named = (names: readonly (readonly [string, string])[]) =>
    mapColumns(
      names.map(([column]) => column),
      sampleOf(names),
      {},
    ).map(({ field }) => field)
  const fields = ['name', 'email', 'locality', 'postcode'] as const

  it('says whose the list is, whatever it is, before the name or behind it', () =>
    fc.assert(
      fc.property(anyWord, fc.boolean(), (word, isBefore) => {
        const list = parts.map(
          (part, at) => [isBefore ? `${word} ${part}` : `${part} (${word})`, fields[at] ?? ''] as const,
        )
        expect(named(list)).toEqual(fields)
      }),
      { numRuns: 50 },
    ))

  it('is of somebody else where the client has a name already', () =>
    fc.assert(
      fc.property(anyWord, (word) => {
        const list = parts.map((part, at) => [`${word} ${part}`, fields[at] ?? ''] as const)
        const [own, ...others] = named([['Full name', 'name'], ...list])
        expect(own).toBe('name')
        expect(others.filter((field) => field === 'email' || field === 'name')).toEqual([])
      }),
      { numRuns: 50 },
    ))
})

it('takes a word that names are of for an organization, or for nobody who is somebody else', () => {
  const list = (who: string) => [`${who} - Name`, `${who} - ID`, `${who} - Phone`]
  expect(Object.values(fieldsOf(list('Organization')))).toEqual(['organization', 'externalId', 'phone'])
  expect(Object.values(fieldsOf(['保護者氏名', '保護者電話', '保護者メール', '学年']))).toEqual([
    'custom.保護者氏名',
    'custom.保護者電話',
    'custom.保護者メール',
    'custom.学年',
  ])
})

describe('values and what is beside them', () => {
  it.each<[string[], Record<string, string>[], string, string]>([
    [
      ['Ort', 'Xyzzy'],
      [
        { Ort: 'Köln', Xyzzy: '50667' },
        { Ort: 'Bonn', Xyzzy: '53111' },
      ],
      'Xyzzy',
      'postcode',
    ],
    [
      ['Ort', 'Xyzzy'],
      [
        { Ort: 'Łódź', Xyzzy: 'Polska' },
        { Ort: 'Graz', Xyzzy: 'Österreich' },
      ],
      'Xyzzy',
      'country',
    ],
    [['Vorname', 'Xyzzy'], [{ Vorname: 'Eva', Xyzzy: 'Polska' }], 'Xyzzy', 'custom.Xyzzy'],
    [['Ort', 'Xyzzy'], [{ Ort: 'Köln', Xyzzy: '12' }], 'Xyzzy', 'custom.Xyzzy'],
    [['Rua', 'Nº'], [{ Rua: 'Rua Augusta', Nº: '8a' }], 'Nº', 'street'],
    [['Rua', 'Nº'], [{ Rua: 'Rua Augusta', Nº: 'A-1002/77' }], 'Nº', 'custom.Nº'],
    [['Xyzzy'], [{ Xyzzy: 'www.a.example' }, { Xyzzy: 'https://b.example/' }], 'Xyzzy', 'website'],
    [['Xyzzy'], [{ Xyzzy: 'https://a.example/eva' }, { Xyzzy: 'https://a.example/bob' }], 'Xyzzy', 'custom.Xyzzy'],
    [['Stato/Provincia'], [{ 'Stato/Provincia': 'MI' }], 'Stato/Provincia', 'region'],
    [['Username'], [{ Username: 'eva82' }], 'Username', 'custom.Username'],
    [['Nato/a il'], [{ 'Nato/a il': '12/04/1980' }], 'Nato/a il', 'birthDate'],
    [['Birth (dd/mm/yyyy)'], [{ 'Birth (dd/mm/yyyy)': '12/04/1980' }], 'Birth (dd/mm/yyyy)', 'birthDate'],
    [['Mobiltfn'], [{ Mobiltfn: '070-123 45 67' }], 'Mobiltfn', 'phone'],
    [['Langue parlée'], [{ 'Langue parlée': 'français' }], 'Langue parlée', 'language'],
    [['ご連絡先電話番号'], [{ ご連絡先電話番号: '03-1234-5678' }], 'ご連絡先電話番号', 'phone'],
    [['Ciudad', 'Estado', 'CP'], [{ Ciudad: 'Morelia', Estado: 'Michoacán', CP: '58000' }], 'Estado', 'region'],
    [['Nombre', 'Estado', 'CP'], [{ Nombre: 'Eva', Estado: 'Casada', CP: '58000' }], 'Estado', 'custom.Estado'],
    [['Miasto', 'Kod'], [{ Miasto: 'Łódź', Kod: '90-001' }], 'Kod', 'postcode'],
    [['Prospect title'], [{ 'Prospect title': 'Director' }], 'Prospect title', 'jobTitle'],
    [['Raison sociale / Nom', 'Ville'], [{ 'Raison sociale / Nom': 'Acme' }], 'Raison sociale / Nom', 'name'],
    [['Telefon i e-mail'], [{ 'Telefon i e-mail': '500 600 700' }], 'Telefon i e-mail', 'custom.Telefon i e-mail'],
    [['お名前（カナ）'], [{ 'お名前（カナ）': 'ヤマダ' }], 'お名前（カナ）', 'custom.お名前（カナ）'],
    [['E-mail Xyzzy Notar'], [{ 'E-mail Xyzzy Notar': 'a@x.org' }], 'E-mail Xyzzy Notar', 'custom.E-mail Xyzzy Notar'],
  ])('of %j are told from others', (columns, sample, column, field) =>
    expect(fieldsOf(columns, sample)[column]).toBe(field),
  )
})

it('takes the one who has whole names for the client, not whom another column names', () => {
  const columns = ['Nome', 'Pessoa de contacto']
  const rows = (first: string, second: string, contact: string) => [
    { [columns[0] ?? '']: first, [columns[1] ?? '']: contact },
    { [columns[0] ?? '']: second, [columns[1] ?? '']: contact },
  ]
  const mapped = (sample: readonly Record<string, string>[]) => Object.values(fieldsOf(columns, sample))
  expect(mapped(rows('Padaria Silva', 'Talho Sousa', 'João'))).toEqual(['name', 'custom.Pessoa de contacto'])
  expect(mapped(rows('Ana', 'Rui', 'Silva'))).toEqual(['givenName', 'familyName'])
})

describe('what the caller says', () => {
  it('goes before everything, and however it is spelled', () => {
    const mapping = mapColumns(['E-Mail', 'Second', 'X'], [], { 'e-mail': 'ignore', second: 'email', X: 'custom.y' })
    expect(mapping.map(({ field, confidence, reason }) => [field, confidence, reason])).toEqual([
      ['ignore', 1, 'given'],
      ['email', 1, 'given'],
      ['custom.y', 1, 'given'],
    ])
  })

  it('maps every column once, in order, with custom names of their own', () => {
    const long = 'x'.repeat(100)
    const columns = ['__proto__', 'constructor', `${long}a`, `${long}b`, '', 'proto', 'properties.stage']
    const mapping = mapColumns(columns, [], {})
    expect(mapping.map(({ column }) => column)).toEqual(columns)
    expect(mapping.map(({ field }) => field)).toEqual([
      'custom.proto',
      'custom.constructor',
      `custom.${'x'.repeat(64)}`,
      `custom.${'x'.repeat(58)} 2`,
      'custom.column',
      'custom.proto 2',
      'custom.stage',
    ])
  })

  it('takes time that grows with the columns alone', async () => {
    await expectLinearTime(
      250,
      (size) => {
        const columns = Array.from({ length: size }, (_, n) => `Field ${n}`)
        const sample = Array.from({ length: 20 }, () =>
          row(Object.fromEntries(columns.map((column) => [column, 'some value']))),
        )
        return { columns, sample }
      },
      ({ columns, sample }) => expect(mapColumns(columns, sample, {})).toHaveLength(columns.length),
    )
  })
})

it('takes the better of two columns that say one field, wherever it stands', () => {
  const fieldsOf = (list: string) => {
    const wanted = list.split('|').map((each) => each.split('=') as [string, string?])
    const mapped = mapColumns(
      wanted.map(([column]) => column),
      sampleOf(wanted),
      {},
    )
    return mapped.map(({ field }) => (field.startsWith('custom.') ? '' : field)).join('|')
  }
  expect(fieldsOf("Nom de naissance=familyName|Nom d'usage=familyName|Prénom=givenName")).toBe('|familyName|givenName')
  expect(fieldsOf('Nom de naissance=familyName|Prénom=givenName')).toBe('familyName|givenName')
  expect(fieldsOf('SIREN=taxId|TVA intracommunautaire=taxId|Raison sociale=organization')).toBe('|taxId|organization')
  expect(fieldsOf('IČO=taxId|DIČ=taxId|Název firmy=organization')).toBe('|taxId|organization')
  expect(fieldsOf('Název firmy=organization|Identifikační číslo=taxId')).toBe('organization|taxId')
  expect(fieldsOf('Nazwa firmy=organization|Nr REGON=taxId|Numer NIP=taxId')).toBe('organization||taxId')
  expect(fieldsOf('Cégnév=organization|Cégjegyzékszám=taxId|EU adószám=taxId')).toBe('organization||taxId')
  expect(fieldsOf('Company=organization|VAT ID (DIČ)=taxId')).toBe('organization|taxId')
  expect(fieldsOf('Name=givenName|Last name=familyName|E-mail=email')).toBe('givenName|familyName|email')
  expect(fieldsOf('Name=name|Last name=familyName|E-mail=email')).toBe('name|familyName|email')
  expect(fieldsOf('Adress-Nr.=externalId|Straße=street|Straße Nr.=street')).toBe('|street|street')
  expect(fieldsOf('Name=name|Ship to Street=street|Ship to City=locality')).toBe('name|street|locality')
})

it('takes columns of records of two forms for one field, where no row has both', () => {
  const row = (at: number, values: Readonly<Record<string, string>>): SourceRow => ({
    row: at,
    cursor: `${at}`,
    values: Object.entries(values).map(([column, value]) => ({ column, value })),
    faults: [],
  })
  const rows = [
    row(1, { id: '1', name: 'Ada Lee', city: 'Ulm', email: 'a@x.org' }),
    row(2, { customer_id: '1', full_name: 'Bob Ray', town: 'Bonn', mail: 'b@x.org' }),
  ]
  const columns = [...new Set(rows.flatMap(({ values }) => values.map(({ column }) => column)))]
  const fields = mapColumns(columns, rows, {}).map(({ column, field }) => `${column} ${field}`)
  expect(fields).toEqual([
    'id externalId',
    'name name',
    'city locality',
    'email email',
    'customer_id custom.customer_id',
    'full_name name',
    'town locality',
    'mail email',
  ])
  const both = mapColumns(columns, [...rows, row(3, { name: 'Cy', full_name: 'Cy Fox' })], {})
  expect(both.find(({ column }) => column === 'full_name')?.field).toBe('custom.full_name')
})

it('takes a column of further addresses for such, and a place with telephones in it for a telephone', () => {
  const fieldOf = (column: string, ...values: readonly string[]) => {
    const rows = values.map((value, at) => ({
      row: at + 1,
      values: [
        { column: 'Name', value: `Ada Lee${at}` },
        { column: 'E-mail', value: `ada${at}@x.org` },
        { column: 'Phone', value: `0441 99887${at}` },
        { column, value },
      ],
      faults: [],
      cursor: `${at}`,
    }))
    return mapColumns(['Name', 'E-mail', 'Phone', column], rows, {})[3]?.field
  }
  for (const column of ['Additional email addresses', 'Autres adresses e-mail', 'Altri indirizzi e-mail'])
    expect(fieldOf(column, 'a@x.org;b@x.org', 'c@x.org')).toBe('email')
  expect(fieldOf('Additional Names', 'Maria', 'Eva')).toBe('custom.Additional Names')
  for (const column of ['Ufficio', 'Particular', 'Privat'])
    expect(fieldOf(column, '035 224455', '(0441) 998877-5')).toBe('phone')
  expect(fieldOf('Privat', 'ja', 'nein')).toBe('custom.Privat')
  expect(fieldOf('Ufficio', '12.05.2020', '13.05.2020')).toBe('custom.Ufficio')
})
