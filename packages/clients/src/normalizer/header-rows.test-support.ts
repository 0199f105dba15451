/** Header rows of offices, practices and their software, written by us, beside what columns of each field say. */
import type { ClientField, SourceRow } from '@chancery/core'

/** `column=field`; `column` alone belongs to `custom`. Each was measured before the lexicon learned of it. */
export const headerRows: Readonly<Record<string, string>> = {
  Notion:
    'Full name=name|E-mail=email|Phone=phone|Company=organization|Role / Title=jobTitle|Status|Last contacted|Location|LinkedIn URL|Notes=notes',
  Airtable:
    'Contact ID=externalId|First=givenName|Last=familyName|Email (work)=email|Cell Phone=phone|Street Address=street|City=locality|State/Province=region|ZIP / Postal=postcode|Country=country|Birthdate=birthDate|VIP?|Assigned to',
  Monday:
    'Name=name|Company=organization|E-Mail=email|Telephone Number=phone|Title=jobTitle|Deal Value|Priority|Country=country|Comments=notes|Creation log',
  ActiveCampaign:
    'Contact ID=externalId|Email=email|First Name=givenName|Last Name=familyName|Phone=phone|Organization=organization|Tags|Date Created|IP Address|*Title=jobTitle|*Website=website|List memberships',
  Zendesk:
    'name=name|email=email|external_id=externalId|details=notes|notes=notes|phone=phone|role|organization=organization|tags|brand|locale=language|timezone',
  Intercom:
    'User ID=externalId|Name=name|Email=email|Phone=phone|Company name=organization|City=locality|Country=country|Last seen (GMT)|Signed up (GMT)|Web sessions|Language=language|Unsubscribed from Emails',
  'Clio contacts':
    'Type|Prefix=honorific|First Name=givenName|Last Name=familyName|Company=organization|Primary Email=email|Primary Phone=phone|Primary Address Street=street|Primary Address City=locality|Primary Address Province=region|Primary Address Postal Code=postcode|Primary Address Country=country|Outstanding Balance|Date of Birth=birthDate',
  Odoo: 'External ID=externalId|Name=name|Company Type|Related Company/Name=organization|Job Position=jobTitle|Street=street|Street2=street|City=locality|State/State Code=region|Zip=postcode|Country/Country Code=country|Tax ID=taxId|Phone=phone|Email=email|Website Link=website|Tags|Salesperson',
  'a list of Mandanten':
    'Mdt.-Nr.=externalId|Mandant=name|Ansprechpartner|Anschrift=street|PLZ=postcode|Ort=locality|Tel.=phone|E-Mail=email|Sachbearbeiter|Angelegt am',
  Lawmatics:
    'Contact Id=externalId|First name=givenName|Middle name|Last name=familyName|Birthdate=birthDate|Citizenship|Email=email|Phone=phone|Address 1=street|Address 2=street|City=locality|State=region|Zip=postcode|Country=country|Marital status|Lead score|Intake Date',
  Kanzlei:
    'Adressnummer|Anrede=honorific|Titel|Name=familyName|Vorname=givenName|Straße/Hausnr.=street|PLZ=postcode|Ort=locality|Land=country|Telefon 1=phone|Telefon 2=phone|Telefax|Mobil=phone|E-Mail 1=email|Homepage=website|Geburtsname|Geb.-Dat.=birthDate|Rechtsschutzvers.|Vers.-Nr.|USt-ID=taxId|Bankverbindung|Kommentar=notes',
  Steuerkanzlei:
    'Mandanten-Nr.=externalId|Mandantenname=name|Rechtsform|Straße=street|Postleitzahl=postcode|Ort=locality|Steuernummer=taxId|Finanzamt|Telefon dienstl.=phone|E-Mail=email|Beginn Mandat|Sachbearbeiter',
  Klientlista:
    'Efternamn=familyName|Tilltalsnamn=givenName|Mobilnr=phone|E-postadress=email|Postnr=postcode|Postort=locality|Gatuadress=street|Företag=organization|Yrkestitel=jobTitle|Rabatt',
  SeznamKlientu:
    'Příjmení klienta=familyName|Křestní jméno=givenName|E-mailová adresa=email|Směrovací číslo=postcode|Obec=locality|Ulice a č.p.=street|Dat. narození=birthDate|Název firmy=organization|DIČ=taxId|Poplatek',
  ListaKlientow:
    'Nazwisko klienta=familyName|Imiona=givenName|Tel. komórkowy=phone|Adres e-mail=email|Kod poczt.=postcode|Miejscowość=locality|Ulica i nr=street|Data urodz.=birthDate|NIP=taxId|Kwota',
  AvocatFr:
    'N° dossier|Civ.=honorific|Nom=familyName|Prénom=givenName|Né(e) le=birthDate|Profession=jobTitle|Adresse=street|Code Postal=postcode|Ville=locality|Tél=phone|Port.=phone|E-mail=email|Honoraires|Avocat en charge|Observations=notes',
  AbogadoEs:
    'Expediente|Nombre=givenName|Primer apellido=familyName|Segundo apellido=familyName|DNI=taxId|Domicilio=street|CP=postcode|Municipio=locality|Provincia=region|Tfno. fijo=phone|Tfno. móvil=phone|Email=email|Fecha de nacimiento=birthDate|Profesión=jobTitle|Letrado|Importe',
  StudioIt:
    'Cod. cliente=externalId|Cognome=familyName|Nome=givenName|Ragione Sociale=organization|Indirizzo=street|Città=locality|Prov=region|CAP=postcode|Nazione=country|Telefono 1=phone|Cellulare=phone|E-mail=email|Cod. Fiscale=taxId|Data di nascita=birthDate|Note=notes|Saldo|Agente',
  EscritorioPt:
    'Nº de cliente=externalId|Nome=name|NIF=taxId|Morada=street|Cód. Postal=postcode|Localidade=locality|País=country|Telemóvel=phone|E-mail=email|Data de Nascimento=birthDate|Processo|Advogado|Obs.=notes',
  AdvocatuurNl:
    'Cliëntnr=externalId|Aanhef=honorific|Voornaam=givenName|Tussenvoegsel=familyName|Achternaam=familyName|Straat + nr=street|Postcode=postcode|Woonplaats=locality|Tel. mobiel=phone|Tel. vast=phone|E-mail=email|Geb.datum=birthDate|Beroep=jobTitle|Dossier|Opmerkingen=notes',
  KancelariaPl:
    'Lp.|Imię=givenName|Nazwisko=familyName|Firma=organization|NIP=taxId|PESEL|Ulica i nr=street|Kod pocztowy=postcode|Miejscowość=locality|Nr telefonu=phone|Adres e-mail=email|Data urodzenia=birthDate|Sprawa|Uwagi=notes',
  AdvokatSe:
    'Klientnr=externalId|Förnamn=givenName|Efternamn=familyName|Personnummer|Gatuadress=street|Postnr=postcode|Ort=locality|Telefon hem=phone|Mobiltelefon=phone|E-post=email|Ärende|Yrke=jobTitle|Anteckning=notes',
  AdvokatDk:
    'Klient nr.=externalId|Navn=name|CPR-nr.|Adresse=street|Postnr. og by|Telefon=phone|Mobil=phone|Mail=email|Stilling=jobTitle|Sag|Noter=notes',
  AdvokatNo:
    'Klientnummer=externalId|Etternavn=familyName|Fornavn=givenName|Adresse=street|Postnr=postcode|Sted=locality|Tlf. mobil=phone|E-postadresse=email|Fødselsnr|Yrke=jobTitle|Notat=notes',
  AdvokatCz:
    'ID=externalId|Jméno=givenName|Příjmení=familyName|Rodné číslo|Ulice a č.p.=street|Město=locality|PSČ=postcode|Tel.=phone|E-mail=email|Datum nar.=birthDate|Spis|Poznámky=notes',
  AsianajoFi:
    'Asiakas-ID=externalId|Sukunimi=familyName|Etunimi=givenName|Henkilötunnus|Osoite=street|Postinro=postcode|Postitoimipaikka=locality|Puh. gsm=phone|Sähköposti=email|Ammatti=jobTitle|Toimeksianto|Muistiinpanot=notes',
  UgyvedHu:
    'Sorszám|Ügyfél neve=name|Anyja neve|Születési hely|Születési idő=birthDate|Lakcím=street|Irányítószám=postcode|Város=locality|Telefon=phone|E-mail=email|Adószám=taxId|Ügyszám|Megjegyzés=notes',
  AvukatTr:
    'Dosya No|Müvekkil Adı Soyadı=name|TC Kimlik No=taxId|Adres=street|İl=region|İlçe=locality|Cep Tel=phone|E-posta=email|Doğum Tarihi=birthDate|Meslek=jobTitle|Vekalet Tarihi|Notlar=notes',
  YuristRu:
    '№ дела|ФИО клиента=name|Дата рождения=birthDate|Паспорт|Адрес регистрации=street|Город=locality|Индекс=postcode|Телефон моб.=phone|Эл. почта=email|Место работы=organization|Должность=jobTitle|Юрист|Примечания=notes',
  BengoshiJa:
    '事件番号|依頼者氏名=name|ふりがな|生年月日=birthDate|郵便番号=postcode|都道府県=region|市区町村=locality|住所1=street|電話番号=phone|携帯=phone|メール=email|勤務先=organization|職業=jobTitle|備考=notes',
  Pipefy:
    'Client full name=name|Client e-mail=email|Client phone=phone|Company=organization|Position=jobTitle|Current phase|Due date|Zip code=postcode|City/Town=locality',
  Capsule:
    'ID=externalId|Type|Title=honorific|First Name=givenName|Last Name=familyName|Job Title=jobTitle|Organisation=organization|Work Email=email|Mobile Phone=phone|Home Address Street=street|Home Address City=locality|Home Address Postcode=postcode|Home Address Country=country|Website=website|About',
  Insightly:
    'Record Id=externalId|Salutation=honorific|First Name=givenName|Last Name=familyName|Email Address=email|Business Phone=phone|Mailing Street=street|Mailing City=locality|Mailing State=region|Mailing Postal Code=postcode|Mailing Country=country|Date Of Birth=birthDate|Assistant Name|Background=notes',
  LegalServer:
    'Person ID=externalId|Last Name=familyName|First Name=givenName|Suffix|Date of Birth=birthDate|Home Phone=phone|Mobile Phone=phone|Email=email|Address Line 1=street|Apt=street|City=locality|State=region|Zip=postcode|County|Language=language|Veteran|Household size',
  GPpractice:
    'NHS No|Surname=familyName|Forenames=givenName|Title=honorific|Sex|DOB=birthDate|House name|Road=street|Town=locality|County=region|Postcode=postcode|Tel. (home)=phone|Tel. (mob)=phone|e-mail=email|Registered GP',
  Verein:
    'Mitgliedsnr.=externalId|Anrede=honorific|Nachname=familyName|Vorname=givenName|Straße und Nr.=street|PLZ=postcode|Wohnort=locality|Telefon=phone|Handynummer=phone|E-Mail=email|Geburtstag=birthDate|Eintritt|Austritt|Beitrag|IBAN|Bemerkungen=notes',
  Praxis:
    'Pat.-Nr.=externalId|Name=familyName|Vorname=givenName|Geb.=birthDate|Straße=street|PLZ=postcode|Ort=locality|Tel. privat=phone|Tel. mobil=phone|Krankenkasse|Versichertennr.|E-Mail=email|Hausarzt',
  Association:
    "N° adhérent=externalId|Civilité=honorific|Nom=familyName|Prénom=givenName|Date de naissance=birthDate|Adresse=street|CP=postcode|Ville=locality|Téléphone=phone|Mobile=phone|Adresse e-mail=email|Cotisation|Date d'adhésion",
  Clinica:
    'Nº historia=externalId|Nombre=givenName|Apellidos=familyName|Fecha nacimiento=birthDate|Sexo|Teléfono 1=phone|Teléfono 2=phone|Correo=email|Dirección=street|Código Postal=postcode|Localidad=locality|Provincia=region|Aseguradora|Observaciones=notes',
  Gestionale:
    'Codice cliente=externalId|Nome=givenName|Cognome=familyName|Telefono casa=phone|Telefono cell.=phone|Email=email|Via/Piazza=street|Città=locality|CAP=postcode|Provincia=region|P.IVA=taxId|Data nascita=birthDate|Professione=jobTitle|Note=notes|Privacy firmata',
  Vereniging:
    'Lidnummer=externalId|Voornaam=givenName|Achternaam=familyName|Straatnaam=street|Huisnr=street|Postcode=postcode|Plaats=locality|Tel=phone|Mobiel=phone|Emailadres=email|Geboortedatum=birthDate|Lid sinds|IBAN',
  Gabinet:
    'Nr karty=externalId|Nazwisko i imię=name|PESEL|Data urodzenia=birthDate|Ulica=street|Kod poczt.=postcode|Miasto=locality|Telefon kom.=phone|Email=email|Uwagi=notes|Lekarz',
  Forening:
    'Medlemsnr=externalId|Förnamn=givenName|Efternamn=familyName|Adress=street|Postnummer=postcode|Postort=locality|Mobil=phone|E-postadress=email|Födelsedatum=birthDate|Avgift betald|Kommentar=notes',
  Yhdistys:
    'Jäsennumero=externalId|Etunimi=givenName|Sukunimi=familyName|Lähiosoite=street|Postinumero=postcode|Kaupunki=locality|Puhelin=phone|Sähköposti=email|Syntymäaika=birthDate|Jäsenmaksu|Huom.=notes',
  Egyesulet:
    'Tagszám=externalId|Név=name|Születési dátum=birthDate|Cím=street|Irsz.=postcode|Város=locality|Mobil=phone|E-mail=email|Tagdíj|Megjegyzés=notes',
  Dernek:
    'Üye No=externalId|Adı=givenName|Soyadı=familyName|Adres=street|Şehir=locality|Posta Kodu=postcode|Cep=phone|E-posta=email|Doğum Tarihi=birthDate|Aidat|Açıklama=notes',
  Klinika:
    '№ карты=externalId|Фамилия=familyName|Имя=givenName|Отчество|Дата рожд.=birthDate|Адрес=street|Город=locality|Моб. тел.=phone|Email=email|Страховая|Комментарии=notes',
  Kai: '会員番号=externalId|氏名=name|フリガナ|生年月日=birthDate|郵便番号=postcode|住所=street|電話=phone|メールアドレス=email|入会日|備考=notes',
  TurboMed:
    'Pat.-Nummer=externalId|Titel=honorific|Zuname=familyName|Vorname=givenName|geb. am=birthDate|wohnhaft in=locality|Straße u. Hausnr.=street|Telefon (p)=phone|Telefon (g)=phone|Handy=phone|Kasse|KV-Nr.|letzter Besuch',
  EbpFr:
    'Code tiers=externalId|Nom=name|Adr. factu.=street|CP factu.=postcode|Ville factu.=locality|Pays factu.=country|Tél. portable=phone|Mail=email|N° TVA intra=taxId|Mode de règlement|Commercial|Notes=notes',
  ClinicaBr:
    'Prontuário=externalId|Nome do paciente=name|Nascimento=birthDate|Sexo|Logradouro=street|Nº|Compl.=street|Bairro|Município=locality|Estado=region|CEP=postcode|Tel. residencial=phone|Tel. celular=phone|E-mail do paciente=email|CPF=taxId|Convênio|Profissão=jobTitle|Indicação',
  OptimaPl:
    'Kod kontrahenta=externalId|Nazwa firmy=organization|NIP=taxId|Ulica i numer=street|Kod poczt.=postcode|Poczta|Miasto=locality|Woj.=region|Kraj=country|Tel. stacjonarny=phone|Tel. kom.=phone|Email=email|Termin płatności|Grupa|Opis=notes',
  LaegeDk:
    'Fulde navn=name|Fødselsdag=birthDate|Adr.=street|Postnr.=postcode|Bynavn=locality|Tlf. privat=phone|Tlf. arb.=phone|Mobil=phone|Mail=email|Erhverv=jobTitle|Sygesikring|Pårørende',
  HammasFi:
    'Potilasnro=externalId|Etunimi=givenName|Sukunimi=familyName|Synt.aika=birthDate|Katuos.=street|Pnro=postcode|Kaupunki=locality|Puh. kotiin=phone|Matkapuhelin=phone|Sähköp.=email|Ammatti=jobTitle|Vakuutus|Huomautus=notes',
  NetsisTr:
    'Cari Kod=externalId|Cari İsim=name|Adres=street|İlçe=locality|İl=region|P.Kodu=postcode|Ülke Kodu=country|Tel 1=phone|Cep=phone|E-Mail=email|Vergi D.|Vergi No=taxId|Web=website|Bakiye',
  ClinicRu:
    'Номер мед. карты=externalId|Фамилия=familyName|Имя=givenName|Отчество|Д.р.=birthDate|Пол|Адрес прож.=street|Тел. дом.=phone|Тел. сот.=phone|E-mail=email|Место работы=organization|Профессия=jobTitle|СНИЛС|Полис ОМС',
  SalonJa:
    '顧客No.=externalId|お名前=name|お名前(カナ)|誕生日=birthDate|ご住所=street|TEL=phone|携帯TEL=phone|PCメール=email|携帯メール=email|ご職業=jobTitle|来店回数|担当スタッフ',
  PhysioCH:
    'Patienten-Nr.=externalId|Anrede=honorific|Nachname=familyName|Vorname=givenName|Strasse/Nr.=street|PLZ=postcode|Ort=locality|Kanton=region|Natel=phone|Tel. P=phone|Tel. G=phone|Mail privat=email|Geb.datum=birthDate|AHV-Nr.|Zuweiser',
  AssoFr:
    'N° licence|N° d’adhérent=externalId|Civ.=honorific|Nom=familyName|Prénom=givenName|Né(e) le=birthDate|Nationalité|Adresse complète=street|Code postal=postcode|Ville=locality|Tél. domicile=phone|Tél. portable=phone|Email 1=email|Email 2=email|Responsable légal',
  SnelstartNl:
    'Relatienummer=externalId|Naam relatie=name|Adres + huisnummer=street|Postcode=postcode|Vestigingsplaats=locality|Land=country|Tel.nr.=phone|Mob. nr.=phone|E-mail factuur=email|BTW nr=taxId|KvK nr|Krediettermijn|Memo=notes',
  BokioSe:
    'Kundnr.=externalId|Namn=name|Adressrad 1=street|Adressrad 2=street|Postnr.=postcode|Stad=locality|Land=country|Telefonnr.=phone|Mobilnr.=phone|E-post 1=email|Kontaktperson|Personnr/Orgnr|VAT-nr=taxId|Anm.=notes',
  FikenNo:
    'Kundenr=externalId|Navn=name|Org.nr=taxId|Adresse=street|Adresse 2=street|Postnr=postcode|Poststed=locality|Land=country|E-post=email|Tlf.nr=phone|Fødselsnummer|Kommentar=notes',
  RealityCz:
    'Jméno a příjmení=name|Bydliště=street|Obec=locality|PSČ=postcode|Tel. domů=phone|Tel. do práce=phone|Mobil=phone|E-mail=email|Dat. nar.=birthDate|Profese=jobTitle|Makléř',
  OrvosHu:
    'Törzsszám=externalId|Teljes név=name|Születési idő=birthDate|Lakcím város=locality|Lakcím utca=street|Lakcím irányítószám=postcode|Mobiltelefon=phone|Email=email|Munkahely neve=organization|Beosztása=jobTitle|Allergia',
  Salesloft:
    'Prospect First Name=givenName|Prospect Last Name=familyName|Prospect Email=email|Prospect Phone=phone|Account Name=organization|Prospect City=locality|Owner Name',
  Verhuur:
    'Roepnaam huurder=givenName|Achternaam huurder=familyName|Mobiel huurder=phone|Mailadres huurder=email|Straatnaam en huisnummer=street|Postcode=postcode|Plaatsnaam=locality|Huurprijs',
  OspitiIt:
    'ID ospite=externalId|Cognome ospite=familyName|Nome ospite=givenName|Data nascita=birthDate|Indirizzo completo=street|Città residenza=locality|Nazione=country|Telefono mobile=phone|Camera',
  SzkolaPl:
    'Nr ucznia=externalId|Nazwisko ucznia=familyName|Pierwsze imię=givenName|Data urodzenia ucznia=birthDate|Adres zamieszkania ucznia=street|Miejscowość zamieszkania=locality|Telefon kontaktowy=phone|E-mail kontaktowy=email|Klasa',
  SkolaCz:
    'Číslo žáka=externalId|Příjmení žáka=familyName|Jméno žáka=givenName|Datum narození žáka=birthDate|Město=locality|Telefonní číslo=phone|Třída',
  OkulTr:
    'Öğrenci No=externalId|Öğrencinin Adı=givenName|Öğrencinin Soyadı=familyName|Ev Adresi=street|Cep Tel.=phone|Veli Telefonu|Sınıf',
  PalestraIt:
    'N. tessera=externalId|Cognome=familyName|Nome=givenName|Nato il=birthDate|Via e n.=street|Cap=postcode|Cell.=phone|Scadenza certificato',
  MedecinFr:
    'N° patient=externalId|Nom usuel=familyName|Prénom usuel=givenName|Date naissance=birthDate|N° et voie=street|CP=postcode|Commune=locality|N° SS|Médecin traitant',
  GakkoJa:
    '生徒番号=externalId|生徒氏名=name|フリガナ|生年月日=birthDate|住所１（市区町村・町名）=street|住所２=street|ご連絡先=phone|学年',
  TeamleaderBe:
    'Voornaam=givenName|Familienaam=familyName|Aanspreking=honorific|E-mail=email|Straat en nummer=street|Stad=locality|Taal=language|Achtergrondinformatie=notes|GDPR toestemming',
  CiviCrm:
    'Contact ID=externalId|Contact Type|First Name=givenName|Last Name=familyName|Individual Prefix=honorific|Current Employer=organization|Street Address=street|Supplemental Address 1=street|City=locality|Do Not Email',
  DoctolibFr:
    "Identifiant patient=externalId|Nom de naissance|Nom d'usage=familyName|Prénom=givenName|Téléphone portable=phone|Téléphone secondaire=phone|Code postal=postcode|Assuré",
  PennylaneFr:
    'Référence externe=externalId|Raison sociale=organization|SIREN|TVA intracommunautaire=taxId|Adresse de facturation=street|Ville de facturation=locality|Délai de paiement',
  RaMicro:
    'Adress-Nr.|Anrede=honorific|Nachname=familyName|Vorname=givenName|Straße=street|PLZ=postcode|Ort=locality|Telefon geschäftl.=phone|Mobilfunk=phone|Vorsteuerabzug',
  QuickBooksDesktop:
    'Customer=name|Main Email=email|Bill to Street=street|Bill to City=locality|Bill to State=region|Bill to Zip=postcode|Balance Total|Rep',
  BexioCh:
    'Kontakt-Nr.=externalId|Kontaktart|Firma=organization|Name=familyName|Vorname=givenName|Adresse=street|PLZ=postcode|Ort=locality|Branche',
  MailerLite: 'Subscriber=email|Name=givenName|Last name=familyName|Company=organization|Opt-in IP|Opens',
  FakturoidCz: 'Název=name|Ulice=street|Město=locality|PSČ=postcode|IČO|DIČ=taxId|Vlastní ID=externalId|Splatnost',
}

const values: Partial<Record<ClientField, readonly string[]>> = {
  name: ['Ada Lovelace', 'Bob Martin', 'Eve Stone'],
  givenName: ['Ada', 'Bob', 'Eve'],
  familyName: ['Lovelace', 'Martin', 'Stone'],
  email: ['a@x.org', 'b@x.org', 'c@x.org'],
  phone: ['+44 20 7946 0958', '+44 20 7946 0959', '+44 20 7946 0960'],
  street: ['High St 1', 'Row 2', 'Lane 3'],
  postcode: ['10115', '20095', '80331'],
  locality: ['Berlin', 'Paris', 'Rome'],
  region: ['Bayern', 'Hessen', 'Sachsen'],
  country: ['Germany', 'France', 'Italy'],
  birthDate: ['1985-03-05', '1990-11-12', '1971-01-30'],
  organization: ['Acme Ltd', 'Foo GmbH', 'Bar SA'],
  jobTitle: ['Director', 'Analyst', 'Clerk'],
  taxId: ['DE123456789', 'FR12345678901', 'IT12345678901'],
  website: ['www.a.com', 'www.b.com', 'www.c.com'],
  language: ['de', 'en', 'fr'],
  notes: ['called', 'likes tea', 'moved'],
  honorific: ['Mr', 'Mrs', 'Dr.'],
  externalId: ['1001', '1002', '1003'],
}

const others: readonly string[] = ['yes', 'A', '12']

/** Three rows below a header. */
export const sampleOf = (columns: readonly (readonly [string, string?])[]): readonly SourceRow[] =>
  [0, 1, 2].map((at) => ({
    row: at + 1,
    values: columns.map(([column, field]) => ({
      column,
      value: (values[field as ClientField] ?? others)[at] ?? '',
    })),
    faults: [],
    cursor: `${at}`,
  }))
