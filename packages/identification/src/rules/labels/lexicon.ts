import type { FieldType } from '@chancery/core'

/** A field that papers commonly have. `labels`: what stands before it in en, de, fr, es, it, pt, nl, the surest first; of many also in pl, sv, tr, ja. */
export interface CanonicalField {
  readonly type: FieldType
  readonly labels: readonly string[]
}

/** Types of who has a role. */
export const people: ReadonlySet<FieldType> = new Set(['person', 'organization', 'party'])
/** Words for roles by their ending, and what women are called: `Darlehensnehmerin`, `arrendataria`, `prestadora`, `locatrice`. */
const feminine: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/^(\p{Lu}\p{Ll}{3,}er)$/u, '$1in'],
  [/(?<=^\p{Ll}{3,}d)or$/u, 'ora'],
  // Nordic languages put the article behind: `arbetsgivaren`, `udlejeren`.
  [/^(\p{Ll}{3,}are)$/u, '$1n'],
  [/^(\p{Ll}{3,}(?:giver|lejer|tager|leier|bejder|taker|värd|gäst))$/u, '$1en'],
  [/(?<=^\p{Ll}{4,}(?:hed|tør|het))$/u, 'en'],
  [/(?<=^\p{Ll}{3,}t)ore$/u, 'rice'],
  // Polish papers name a role in another case: `zwanym dalej „Zamawiającym”`.
  [/(?<=^\p{Ll}{3,}ący?)$/u, 'm'],
  [/(?<=^\p{Ll}{4,}(?:ni|cy)k)$/u, 'iem'],
  [/(?<=^\p{Ll}{4,}(?:ciel|tel|arz))$/u, 'em'],
  [/(?<=^\p{Ll}{3,}(?:ari|ad|it))o$/u, 'a'],
]
export const ofWomen = (label: string): string[] =>
  feminine.flatMap(([ending, instead]) => (ending.test(label) ? [label.replace(ending, instead)] : []))

const field = (type: FieldType, list: string): CanonicalField => {
  const labels = list.split('|').map((label) => label.trim())
  return { type, labels: people.has(type) ? [...new Set([...labels, ...labels.flatMap(ofWomen)])] : labels }
}

export const lexicon = {
  invoiceNumber: field(
    'identifier',
    'invoice number|számlaszám|számla sorszáma|invoice no|invoice nr|invoice #|invoice id|inv no|inv #|inv number|tax invoice no|bill number|bill no|invoice|Rechnungsnummer|Rechnungs-Nr|Rechnung Nr|Schlussrechnung Nr|Teilrechnung Nr|Abschlagsrechnung Nr|Rechnungsnr|Rg-Nr|RE-Nr|Belegnummer|numéro de facture|facture n°|facture numéro|n° de facture|no de facture|facture no|n° facture|número de factura|factura n.º|factura número|nº de factura|nº factura|núm. factura|factura nº|factura no|n.º factura|numero fattura|fattura n.|fattura numero|nr. fattura|n. fattura|fattura nr|numero della fattura|número da fatura|fatura n.º|fatura nº|nota fiscal nº|nº da fatura|fatura número|factuurnummer|factuur nr|factuurnr|Rechnung|facture|factura|fattura|fatura|factuur|faktura nr|faktura VAT nr|nr faktury|numer faktury|fakturanummer|fakturanr|fatura no|fatura numarası|請求書番号|請求番号|laskun numero|laskunumero|laskun nro|číslo faktury|faktura č|faktura číslo|daňový doklad č|számlaszám|számla sorszáma|factura nr|factură nr|număr factură|发票号码|發票號碼|номер рахунку|номер счета|αριθμός τιμολογίου|αρ. τιμολογίου|חשבונית מס',
  ),
  orderNumber: field(
    'identifier',
    'order number|order no|order #|order id|purchase order|PO number|P.O. number|PO no|PO #|your order|Ihre Bestellung|Ihr Auftrag|votre commande|su pedido|vostro ordine|uw bestelling|uw order|Bestellnummer|Bestell-Nr|Auftragsnummer|Auftrags-Nr|numéro de commande|commande n°|n° de commande|bon de commande|número de pedido|pedido n.º|nº de pedido|numero ordine|ordine n.|ordine d’acquisto|número da encomenda|encomenda n.º|número do pedido|bestelnummer|ordernummer|numer zamówienia|beställningsnummer|sipariş no|sipariş numarası|注文番号|ordrenummer|nr zamówienia',
  ),
  customerNumber: field(
    'identifier',
    'customer number|customer no|customer id|customer #|client number|client no|client id|account number|account no|Kundennummer|Kunden-Nr|Kundennr|numéro client|n° client|client n°|numéro de client|code client|número de cliente|nº cliente|numero cliente|codice cliente|número do cliente|klantnummer|klantnr|debiteurnummer|numer klienta|kundnummer|müşteri no|müşteri numarası|お客様番号|顧客番号|debiteurnr|debiteurennummer|Debitorennummer|Debitoren-Nr|numer kontrahenta|zákaznické číslo|asiakasnumero|kundenr',
  ),
  contractNumber: field(
    'identifier',
    'contract number|contract no|contract id|agreement number|agreement no|policy number|policy no|Vertragsnummer|Vertrags-Nr|Policennummer|Versicherungsnummer|numéro de contrat|contrat n°|n° de contrat|número de contrato|contrato n.º|nº de contrato|numero contratto|contratto n.|contractnummer|polisnummer|numer umowy|umowa nr|numer polisy|avtalsnummer|sözleşme no|poliçe no|契約番号|Versicherungsschein|Versicherungsschein-Nr|Versicherungsscheinnummer|Police|Police Nr',
  ),
  caseNumber: field(
    'identifier',
    'case number|case no|docket number|docket no|docket|civil action number|civil action no|criminal action no|criminal no|cause number|cause no|file number|file no|matter number|matter no|claim number|claim no|Aktenzeichen|Gz|Gesch.-Z|Geschäfts-Nr|Geschäftsnummer|Az|Geschäftszeichen|Schadennummer|numéro de dossier|dossier n°|n° de dossier|numéro de rôle|número de expediente|expediente n.º|nº de expediente|autos|numero di pratica|pratica n.|numero pratica|R.G. n.|processo n.º|número do processo|processo nº|zaaknummer|dossiernummer|rolnummer|sygnatura akt|sygn. akt|målnummer|ärendenummer|dosya no|esas no|事件番号',
  ),
  reference: field(
    'identifier',
    'our reference|our ref|your reference|your ref|reference number|reference no|reference|ref no|ref|unser Zeichen|Ihr Zeichen|Referenz|Referenznummer|Verwendungszweck|notre référence|nos références|votre référence|réf|référence|nuestra referencia|su referencia|referencia|ref.ª|nostro riferimento|vostro riferimento|riferimento|rif|nossa referência|sua referência|referência|ons kenmerk|uw kenmerk|kenmerk|referentie|viitenumero|variabilní symbol|referens|referenční číslo|vår ref|vår referens nr|deres ref|znak sprawy',
  ),
  receiptNumber: field(
    'identifier',
    'receipt number|receipt no|receipt #|receipt|document no|doc no|bill no|ticket no|transaction no|Bon-Nr|Belegnr|Beleg-Nr|Quittungsnummer|ticket n°|reçu n°|recibo n.º|scontrino n.|bonnummer',
  ),
  invoiceDate: field(
    'date',
    'invoice date|date of invoice|date of issue|issue date|issued on|issued|bill date|date|Rechnungsdatum|Ausstellungsdatum|ausgestellt am|Datum|date de facture|date de la facture|date de facturation|date d’émission|facture du|fecha de factura|fecha de la factura|fecha de emisión|fecha factura|fecha|data fattura|data della fattura|data di emissione|data emissione|data da fatura|data de emissão|data|factuurdatum|data wystawienia|fakturadatum|fatura tarihi|düzenleme tarihi|発行日|請求日|laskun päiväys|laskun päivämäärä|datum vystavení|számla kelte|data emiterii|data facturii|fakturadato|düzenleme tarihi|fatura tarihi|开票日期|дата счета|ημερομηνία έκδοσης|請求日|émise le|émis le|emitida el|emitido el|expedida el|emessa il|emesso il|emitida em|emitido em',
  ),
  dueDate: field(
    'date',
    'due date|payment due date|payment due|date due|due on|due by|pay by|payable by|due|Fälligkeitsdatum|fällig am|fällig bis|fällig|zahlbar bis|zahlbar ohne Abzug bis|zahlbar bis zum|zu zahlen bis|Zahlungsziel|Zahlungsfrist|Fälligkeit|date d’échéance|échéance|à payer avant le|payable avant le|date limite de paiement|fecha de vencimiento|vencimiento|fecha límite de pago|data di scadenza|data scadenza|scadenza|scadenza pagamento|data de vencimento|vencimento|data limite de pagamento|vervaldatum|vervaldag|uiterste betaaldatum|te betalen voor|betalen vóór|à régler avant le|à régler le|vence el|pagar antes del|da pagare entro il|pagar até|a pagar até|te voldoen voor|termin płatności|förfallodatum|förfallodag|vade tarihi|son ödeme tarihi|支払期限|お支払期限|支払期日|spätestens bis|spätestens am|au plus tard le|a más tardar el|entro il|uiterlijk op|termin płatności|datum splatnosti|fizetési határidő|scadentă la|eräpäivä|forfaldsdato|fecha de cargo|date de prélèvement|data de débito',
  ),
  deliveryDate: field(
    'date',
    'delivery date|date of delivery|date of supply|service date|ship date|Lieferdatum|Leistungsdatum|Liefertermin|Leistungszeitraum|date de livraison|fecha de entrega|data di consegna|data consegna|data de entrega|leverdatum|leveringsdatum|data dostawy|leveransdatum|teslim tarihi|teslimat tarihi|納品日|納期',
  ),
  date: field(
    'date',
    'date|dated|printed date|Datum|den|fecha|data|le|dato|tarih|päivämäärä|dátum|дата|ημερομηνία|日付|日期',
  ),
  effectiveDate: field(
    'date',
    'effective date|effective as of|effective|commencement date|start date|dated as of|made and entered into as of|entered into as of|entered into on|Datum des Inkrafttretens|Vertragsbeginn|Mietbeginn|in Kraft ab|Beginn|date d’entrée en vigueur|date d’effet|prise d’effet|fecha de entrada en vigor|fecha de inicio|entrada en vigor|data di efficacia|data di decorrenza|decorrenza|data de início|entrada em vigor|ingangsdatum|begindatum',
  ),
  startDate: field(
    'date',
    'start date|commencement date|valid from|effective from|commencing on|commencing from|commences on|beginning on|begins on|starting on|starts on|Vertragsbeginn|Mietbeginn|gültig ab|gültig vom|Beginn|beginnt am|beginnend am|date de début|à compter du|débute le|valable du|valable à partir du|commence le|fecha de inicio|a partir del|se inicia el|se iniciará el|comienza el|válido desde|data di inizio|a decorrere dal|a partire dal|valido dal|data de início|com início em|begindatum|startdatum|geldig vanaf|ingaande op|met ingang van|Versicherungsbeginn|Beginn der Versicherung|data rozpoczęcia|startdatum|başlangıç tarihi|開始日|起始日期|开始日期|契約開始日|契約始期|gilt ab|gilt ab dem',
  ),
  endDate: field(
    'date',
    'end date|expiry date|expiration date|termination date|date of expiry|valid until|expires on|expires|expiry|ending on|ends on|expiring on|terminating on|Vertragsende|Ablaufdatum|gültig bis|endet am|date de fin|date d’expiration|valable jusqu’au|fecha de fin|fecha de finalización|fecha de caducidad|válido hasta|data di fine|data fine|valido fino al|data de fim|data de validade|válido até|einddatum|eindigt van rechtswege op|eindigt op|geldig tot|vervalt op|Versicherungsablauf|Versicherungsende|data zakończenia|slutdatum|bitiş tarihi|終了日|満了日|eindigend op|eindigend|eindigt op|endend am|s’achevant le|se terminant le|prenant fin le|prend fin le|finalizando el|finaliza el|con termine il|termina em|kończy się dnia|data zakończenia|截止日期|结束日期|契約終了日|契約満了日|erlischt am|gilt bis|löper till|upphör',
  ),
  birthDate: field(
    'date',
    'date of birth|birth date|birthdate|born on|born|DOB|Geburtsdatum|geboren am|geboren in|geb. am|geb|date de naissance|né le|née le|né à|née à|fecha de nacimiento|nacido el|nacida el|nacido en|nacida en|data di nascita|nato il|nata il|nato a|nata a|data de nascimento|nascido em|nascida em|geboortedatum|geboren op|geboren te|geboren|född|født|data urodzenia|födelsedatum|doğum tarihi|生年月日',
  ),
  seller: field(
    'organization',
    'seller|vendor|supplier|from|sold by|issued by|bill from|payee|remit to|Verkäufer|Lieferant|Rechnungssteller|Anbieter|Aussteller|vendeur|fournisseur|émetteur|prestataire|vendedor|proveedor|emisor|venditore|fornitore|cedente|fornecedor|emitente|verkoper|leverancier|sprzedawca|säljare|satıcı|販売者|発行者|発行元|請求元|sælger|selger|myyjä|dodavatel|prodávající|eladó|furnizor|vânzător|卖方|賣方|销售方|供应商|продавец|продавець|поставщик|постачальник|πωλητής|προμηθευτής|tedarikçi|leverantör|leverandør|dostawca|cédant',
  ),
  buyer: field(
    'organization',
    'bill to|billed to|invoice to|sold to|buyer|purchaser|customer|customer name|client|ship to|Rechnung an|Rechnungsempfänger|Käufer|Kunde|Auftraggeber|facturé à|facturer à|acheteur|acquéreur|client|destinataire|facturar a|comprador|cliente|intestatario|fatturare a|acquirente|cessionario|faturar a|comprador|koper|factuur aan|klant|afnemer|billing address|invoice address|Rechnungsadresse|Rechnungsanschrift|adresse de facturation|dirección de facturación|indirizzo di fatturazione|endereço de faturação|factuuradres|nabywca|köpare|alıcı|お客様名|請求先|宛先|køber|kjøper|ostaja|odběratel|kupující|vevő|cumpărător|asiakas|ostaja|odběratel|vevő|cumpărător|alıcı|købmand|买方|買方|购货方|客户|покупатель|покупець|πελάτης|αγοραστής|לכבוד|お客様|kund|klient|kunden|cessionnaire',
  ),
  subtotal: field(
    'money',
    'subtotal|sub total|sub-total|net amount|net total|total excl vat|total excluding vat|total before tax|amount before tax|amount excl vat|amount excluding vat|net|Zwischensumme|Nettobetrag|Netto|Summe netto|Nettosumme|sous-total|total HT|montant HT|base imponible|subtotal|imponibile|totale imponibile|totale netto|valor líquido|total sem IVA|base tributável|subtotaal|totaal excl. btw|totaal exclusief btw|bedrag excl. btw|total ilíquido|razem netto|wartość netto|summa exkl. moms|ara toplam|matrah|小計|razem netto|základ daně|nettó|veroton|netto i alt|summa exkl moms|ara toplam|小計|小计|καθαρή αξία|exkl moms|netto exkl moms',
  ),
  tax: field(
    'money',
    'total tax|total vat|tax amount|vat amount|sales tax|total gst|gst amount|tax|VAT|GST|MwSt|USt|Mehrwertsteuer|Umsatzsteuer|Steuerbetrag|zzgl. MwSt|TVA|montant TVA|total TVA|IVA|cuota IVA|importe IVA|total IVA|imposta|totale IVA|importo IVA|valor do IVA|btw|btw-bedrag|totaal btw|kwota VAT|podatek VAT|moms|KDV|消費税|DPH|ÁFA|TVA|ALV|KDV|ФПА|ΦΠΑ|消費税|НДС|ПДВ',
  ),
  total: field(
    'money',
    'grand total|total amount due|total due|amount due|balance due|total payable|amount payable|total to pay|invoice total|total amount|total incl vat|total including vat|total inclusive|amount incl vat|amount including vat|net total payable|total|Gesamtbetrag|Rechnungsbetrag|Gesamtsumme|Endbetrag|Bruttobetrag|zu zahlender Betrag|zu zahlen|Zahlbetrag|Gesamt|Summe|Betrag|total TTC|montant total|montant TTC|net à payer|total à payer|montant dû|importe total|total a pagar|total factura|total con IVA|importe|totale fattura|totale da pagare|importo totale|totale documento|totale|valor total|montante total|total geral|valor a pagar|totaalbedrag|totaal incl. btw|te betalen|totaal|te voldoen|amount|total do documento|total a percibir|net to pay|razem brutto|do zapłaty|kwota brutto|razem|suma|att betala|summa att betala|totalt|genel toplam|ödenecek tutar|toplam tutar|toplam|合計金額|ご請求金額|請求金額|合計|razem do zapłaty|do zapłaty|celkem k úhradě|celkem|fizetendő|összesen|total de plată|yhteensä|att betala|i alt at betale|genel toplam|合計|ご請求金額|請求金額|合计|總計|итого|до сплати|всего|разом|σύνολο|πληρωτέο|סה"כ|المجموع',
  ),
  currency: field('text', 'currency|Währung|devise|monnaie|moneda|divisa|valuta|moeda'),
  iban: field(
    'iban',
    'IBAN|bank account|Bankverbindung|Kontonummer|compte bancaire|cuenta bancaria|conto corrente|conta bancária|rekeningnummer',
  ),
  bic: field('identifier', 'BIC|SWIFT|SWIFT code|BIC/SWIFT|SWIFT/BIC'),
  vatId: field(
    'identifier',
    'VAT ID|VAT number|VAT no|VAT reg no|VAT registration number|GST no|GST reg no|GST ID|tax ID|tax number|EIN|TIN|USt-IdNr|MWST-Nr|MWST-Nummer|USt-ID|UID|Umsatzsteuer-ID|Steuernummer|St-Nr|n° TVA|numéro de TVA|TVA intracommunautaire|n° TVA intracommunautaire|NIF|CIF|N.I.F.|NIF/CIF|partita IVA|P. IVA|P.IVA|codice fiscale|contribuinte fiscal|contribuinte|CNPJ|btw-nummer|btw-nr|btw nr|btw-id|VAT|BTW|P.IVA|TVA|C.F.|cod. fisc.|NIP|DIČ|CUI|CIF|adószám|Y-tunnus|CVR|CVR-nr|org.nr|vergi no|ИНН|ЄДРПОУ|ΑΦΜ|ח.פ.|TVA intracom|n° TVA intracom',
  ),
  companyNumber: field(
    'identifier',
    'company number|company registration number|company reg no|registration number|registration no|commercial register|Handelsregister|Registernummer|RCS|registro mercantil|registro imprese|REA|KvK-nummer|KvK|SIRET|SIREN|organisationsnummer|org.nr|org nr|orgnr|IČO|KRS|cégjegyzékszám|ОГРН|ЄДРПОУ|charity number|charity no|HRB|HRA|HRB-Nummer|HRB-Nr|HRA-Nummer|Handelsregisternummer|Handelsregister-Nr|HR-Nummer|numéro RCS|n° RCS|numero REA|Nummer der Firma',
  ),
  socialSecurityNumber: field(
    'identifier',
    'social security number|social security no|SSN|national insurance number|national insurance no|NI number|NI no|NINO|Sozialversicherungsnummer|Sozialversicherungs-Nr|SV-Nummer|SV-Nr|Rentenversicherungsnummer|RV-Nummer|AHV-Nummer|AHV-Nr|numéro de sécurité sociale|n° de sécurité sociale|n° sécurité sociale|N° SS|NIR|número de la seguridad social|nº seguridad social|nº afiliación S.S|NAF|NISS|número de segurança social|burgerservicenummer|BSN|rijksregisternummer|PESEL|personnummer|rodné číslo|TAJ szám|CNP',
  ),
  email: field(
    'email',
    'email|e-mail|email address|e-mail address|mail|E-Mail-Adresse|courriel|adresse e-mail|correo electrónico|correo|posta elettronica|indirizzo email|endereço de e-mail|correio eletrónico|e-mailadres|adres e-mail|e-postadress|e-post|e-posta|メールアドレス',
  ),
  phone: field(
    'phone',
    'phone|telephone|tel|phone number|telephone number|mobile|cell|contact number|Telefon|Telefonnummer|Tel.-Nr|Mobil|Handy|Rufnummer|téléphone|tél|portable|numéro de téléphone|teléfono|tfno|móvil|telefono|cellulare|telefone|telemóvel|telefoon|telefoonnummer|mobiel|telefonnummer|telefon no|direct line|direct dial|Durchwahl|ligne directe|línea directa|linea diretta|doorkiesnummer|電話番号|電話|puh|puhelin|тел|телефон|τηλ|τηλέφωνο|电话|טלפון|telefón|nr tel|هاتف',
  ),
  fax: field('phone', 'fax|fax number|facsimile|telefax|Faxnummer|télécopie|faxnummer'),
  website: field(
    'url',
    'website|web|web site|url|homepage|internet|site web|site internet|página web|sitio web|sito web|sito|site',
  ),
  merchant: field(
    'organization',
    'merchant|store|shop|company|store name|Händler|Geschäft|commerçant|magasin|comercio|tienda|negozio|esercente|loja|winkel',
  ),
  company: field(
    'organization',
    'company|company name|organization|organisation|firm|business name|Firma|Unternehmen|Firmenname|société|entreprise|raison sociale|empresa|sociedad|razón social|azienda|società|ragione sociale|empresa|denominação social|bedrijf|bedrijfsnaam|onderneming',
  ),
  address: field(
    'address',
    'address|street address|postal address|mailing address|home address|registered office|Adresse|Anschrift|Postanschrift|Wohnanschrift|adresse|adresse postale|siège social|domicile|dirección|domicilio|indirizzo|residenza|residente in|sede legale|endereço|morada|sede|adres|woonadres|postadres|adres zamieszkania|adress|ikametgah adresi|住所',
  ),
  billingAddress: field(
    'address',
    'billing address|bill to|invoice address|customer address|client address|recipient address|Rechnungsadresse|Rechnungsanschrift|Kundenadresse|Empfängeradresse|adresse de facturation|adresse du client|dirección de facturación|dirección del cliente|indirizzo di fatturazione|endereço de faturação|factuuradres|klantadres|invoice to|billed to|sold to|Rechnung an|facturé à|facturer à|facturar a|fatturare a|faturar a|factuur aan',
  ),
  shippingAddress: field(
    'address',
    'shipping address|ship to|delivery address|deliver to|Lieferadresse|Lieferanschrift|adresse de livraison|dirección de envío|dirección de entrega|indirizzo di consegna|indirizzo di spedizione|endereço de entrega|afleveradres|bezorgadres',
  ),
  propertyAddress: field(
    'address',
    'property address|premises|the property|leased premises|rental property|Mietobjekt|Objekt|adresse du bien|logement situé|inmueble|immobile|imóvel|gehuurde|Objektadresse|Objektanschrift|Adresse des Objekts|adresse du logement|dirección del inmueble|indirizzo dell’immobile|morada do imóvel|adres woning|dirección de la vivienda|indirizzo dell’abitazione|Adresse der Wohnung',
  ),
  name: field(
    'person',
    'full name|name|first and last name|applicant name|applicant|Name|Vor- und Nachname|vollständiger Name|Antragsteller|nom complet|nom et prénom|nom|nombre y apellidos|nombre completo|nombre|nome e cognome|nome completo|nome|naam|volledige naam|voor- en achternaam|imię i nazwisko|namn|ad soyad|adı soyadı|氏名|お名前',
  ),
  firstName: field(
    'text',
    'first name|given name|given names|forename|Vorname|Vornamen|prénom|prénoms|nombre de pila|nombres|nome proprio|nomes próprios|voornaam|voornamen|imię|imiona|förnamn|adı',
  ),
  lastName: field(
    'text',
    'last name|surname|family name|Nachname|Familienname|nom de famille|apellidos|apellido|cognome|apelido|apelidos|sobrenome|achternaam|familienaam|nazwisko|efternamn|soyadı|soyad',
  ),
  contactPerson: field(
    'person',
    'contact|contact person|attention|attn|contact name|Ansprechpartner|Ansprechpartnerin|zu Händen|z. Hd|Bearbeiter|Sachbearbeiter|à l’attention de|contact|persona de contacto|a la atención de|referente|alla cortese attenzione|pessoa de contacto|contactpersoon|ter attentie van|t.a.v|kontaktperson|handläggare|saksbehandler|sagsbehandler|osoba do kontaktu|osoba kontaktowa|vår referens|att',
  ),
  sender: field(
    'party',
    'from|sender|Absender|Von|expéditeur|de|remitente|mittente|remetente|afzender|van|avsändare|afsender|avsender|nadawca',
  ),
  recipient: field(
    'party',
    'to|recipient|addressee|Empfänger|An|destinataire|à|destinatario|para|destinatário|ontvanger|geadresseerde|aan|mottagare|modtager|mottaker|odbiorca|adresat',
  ),
  subject: field(
    'text',
    'subject|re|regarding|in re|Betreff|Betrifft|Betr|objet|concerne|asunto|oggetto|assunto|onderwerp|betreft',
  ),
  parties: field('party', 'parties|party|Parteien|Vertragsparteien|les parties|las partes|le parti|as partes|partijen'),
  tenant: field(
    'party',
    'tenant|lessee|renter|Mieter|Mieterin|locataire|preneur|arrendatario|inquilino|arrendataria|conduttore|locatario|arrendatário|huurder|locatrice|conduttrice|najemca|hyresgäst|lejer|leietaker|vuokralainen|nájemce|bérlő|chiriaș|locatar|kiracı|licensee|μισθωτής|орендар|арендатор|借主|賃借人|lejer',
  ),
  landlord: field(
    'party',
    'landlord|lessor|Vermieter|Vermieterin|bailleur|propriétaire|arrendador|arrendadora|locatore|senhorio|locador|verhuurder|locateur|locatrice|wynajmujący|hyresvärd|udlejer|utleier|vuokranantaja|pronajímatel|bérbeadó|proprietar|kiraya veren|licensor|εκμισθωτής|орендодавець|арендодатель|貸主|賃貸人',
  ),
  employer: field(
    'party',
    'employer|company|Arbeitgeber|Arbeitgeberin|employeur|empleador|empresa|datore di lavoro|empregador|werkgever|pracodawca|arbetsgivare|arbejdsgiver|arbeidsgiver|työnantaja|zaměstnavatel|munkáltató|angajator|işveren',
  ),
  employee: field(
    'party',
    'employee|Arbeitnehmer|Arbeitnehmerin|salarié|salariée|employé|trabajador|trabajadora|empleado|lavoratore|dipendente|trabalhador|empregado|werknemer|pracownik|arbetstagare|medarbejder|arbeidstaker|työntekijä|zaměstnanec|munkavállaló|angajat|işçi',
  ),
  lender: field(
    'party',
    'lender|creditor|Darlehensgeber|Gläubiger|prêteur|créancier|prestamista|acreedor|mutuante|creditore|mutuante|credor|geldgever|kredietgever',
  ),
  borrower: field(
    'party',
    'borrower|debtor|Darlehensnehmer|Schuldner|emprunteur|débiteur|prestatario|deudor|mutuatario|debitore|mutuário|devedor|geldnemer|kredietnemer',
  ),
  contractor: field(
    'party',
    'contractor|service provider|provider|consultant|Auftragnehmer|Dienstleister|prestataire|contratista|prestador|appaltatore|prestatore|prestador|opdrachtnemer|zleceniobiorca',
  ),
  client: field(
    'party',
    'client|customer|principal|Auftraggeber|Kunde|Mandant|Mandantin|client|donneur d’ordre|cliente|committente|cliente|opdrachtgever|cliënt|klant|kund|klient|uppdragsgivare|zleceniodawca',
  ),
  plaintiff: field(
    'party',
    'plaintiff|claimant|petitioner|Kläger|Klägerin|demandeur|demanderesse|demandante|attore|ricorrente|autor|requerente|eiser|eiseres|powód|kärande|davacı|原告',
  ),
  defendant: field(
    'party',
    'defendant|respondent|Beklagter|Beklagte|défendeur|défenderesse|demandado|demandada|convenuto|resistente|réu|requerido|gedaagde|verweerder|pozwany|svarande|davalı|被告',
  ),
  signatory: field(
    'person',
    'signatory|signed by|authorised signatory|authorized signatory|Unterzeichner|unterzeichnet von|signataire|signé par|firmante|firmado por|firmatario|signatário|assinado por|ondergetekende|ondertekenaar|undertecknare|underskriver|podpisujący|underskrift av',
  ),
  court: field(
    'organization',
    'court|Gericht|tribunal|juridiction|juzgado|tribunale|rechtbank|sąd|sąd rejonowy|tingsrätt|tingsrätten',
  ),
  governingLaw: field(
    'text',
    'governing law|applicable law|jurisdiction|Anwendbares Recht|Gerichtsstand|droit applicable|loi applicable|ley aplicable|jurisdicción|legge applicabile|foro competente|lei aplicável|foro|toepasselijk recht',
  ),
  term: field(
    'duration',
    'term|initial term|duration|contract period|lease term|Laufzeit|Vertragslaufzeit|Mietdauer|Vertragsdauer|durée|durée du contrat|duración|plazo|durata|prazo|duração|looptijd|duur',
  ),
  noticePeriod: field(
    'duration',
    'notice period|notice|period of notice|Kündigungsfrist|préavis|délai de préavis|preaviso|plazo de preaviso|preavviso|aviso prévio|opzegtermijn|uppsägningstid|oppsigelsestid|opsigelsesvarsel|oppsigelsesfrist|okres wypowiedzenia',
  ),
  paymentTerms: field(
    'duration',
    'payment terms|terms|terms of payment|Zahlungsbedingungen|Zahlungsfrist|Zahlungsziel|conditions de paiement|condiciones de pago|termini di pagamento|condições de pagamento|betalingstermijn|betalingsvoorwaarden',
  ),
  rent: field(
    'money',
    'monthly rent|rent|base rent|Miete|Kaltmiete|Monatsmiete|Mietzins|Gesamtmiete|loyer|loyer mensuel|renta|renta mensual|alquiler|canone|canone mensile|affitto|renda|renda mensal|aluguel|huur|huurprijs|maandhuur|hyra|månadshyra|husleie|husleje|czynsz|czynsz najmu|hyran|huslejen|husleien',
  ),
  deposit: field(
    'money',
    'security deposit|deposit|down payment|Kaution|Mietkaution|Anzahlung|dépôt de garantie|caution|acompte|fianza|depósito|anticipo|deposito cauzionale|cauzione|acconto|caução|sinal|waarborgsom|borg|aanbetaling|deposition|depositum|kaucja|depositionen',
  ),
  salary: field(
    'money',
    'annual salary|salary|base salary|wage|compensation|Gehalt|Bruttogehalt|Vergütung|Lohn|salaire|rémunération|salario|sueldo|retribución|stipendio|retribuzione|salário|remuneração|salaris|loon|lön|månadslön|lønn|månedslønn|løn|månedsløn|wynagrodzenie|lönen|månadslönen',
  ),
  grossPay: field(
    'money',
    'gross pay|gross salary|gross wages|total gross|total pay|gross earnings|Bruttolohn|Gesamtbrutto|Bruttoverdienst|Bruttobezüge|salaire brut|total brut|brut|total devengado|salario bruto|sueldo bruto|totale competenze|retribuzione lorda|totale lordo|remuneração bruta|vencimento bruto|total de abonos|brutoloon|bruto loon|bruto salaris|wynagrodzenie brutto|bruttolön|bruttoløn|bruttolønn|total payments|gross payments|total earnings',
  ),
  netPay: field(
    'money',
    'net pay|net salary|take-home pay|net wages|Nettolohn|Nettoverdienst|Nettobezüge|Nettogehalt|Auszahlungsbetrag|salaire net|net payé|net à payer|líquido a percibir|líquido total a percibir|neto a percibir|salario neto|netto del mese|retribuzione netta|netto a pagare|líquido a receber|remuneração líquida|vencimento líquido|nettoloon|netto loon|netto salaris|wynagrodzenie netto|do wypłaty|nettolön|nettoløn|nettolønn|att utbetala|til utbetaling|utbetalas',
  ),
  price: field(
    'money',
    'purchase price|price|unit price|cost|fee|Kaufpreis|Preis|Einzelpreis|Honorar|prix|prix d’achat|honoraires|precio|honorarios|prezzo|onorario|preço|honorários|prijs|koopprijs|koopsom|honorarium',
  ),
  witness: field(
    'person',
    'witness|witnessed by|in the presence of|Zeuge|Zeugin|in Gegenwart von|témoin|en présence de|testigo|en presencia de|testimone|alla presenza di|testemunha|na presença de|getuige|in tegenwoordigheid van|świadek|vittne|bevittnas',
  ),
  paymentMethod: field(
    'text',
    'payment method|method of payment|mode of payment|paid by|Zahlungsart|Zahlungsweise|Zahlungsmethode|mode de paiement|mode de règlement|moyen de paiement|forma de pago|medio de pago|método de pago|modalità di pagamento|metodo di pagamento|forma de pagamento|método de pagamento|modo de pagamento|betaalwijze|betaalmethode|betalingswijze|sposób zapłaty|sposób płatności|forma płatności|betalningssätt|betalningsmetod|betalingsmåte|betalingsmetode',
  ),
  jobTitle: field(
    'text',
    'job title|position|Stellenbezeichnung|Tätigkeit|Berufsbezeichnung|intitulé du poste|poste occupé|emploi|poste|puesto|puesto de trabajo|categoría profesional|mansione|qualifica|categoria profissional|função|functie|stanowisko|stilling|befattning|pracovní pozice|munkakör|funcția|görevi|должность|посада|職種|职位|befattningen|tjänst|yrke',
  ),
  taxRate: field(
    'percent',
    'tax rate|vat rate|MwSt-Satz|Steuersatz|taux de TVA|tipo de IVA|tipo IVA|aliquota IVA|aliquota|taxa de IVA|btw-tarief',
  ),
  interestRate: field(
    'percent',
    'interest rate|rate of interest|interest|Zinssatz|Zinsen|taux d’intérêt|tipo de interés|tasso di interesse|tasso d’interesse|taxa de juro|rentevoet|rente|ränta|räntesats|rentesats|oprocentowanie|räntan',
  ),
  discount: field('percent', 'discount|rebate|Rabatt|Skonto|remise|descuento|sconto|desconto|korting'),
  quantity: field('number', 'quantity|qty|Menge|Anzahl|quantité|qté|cantidad|quantità|quantidade|aantal|hoeveelheid'),
  documentNumber: field(
    'identifier',
    'document number|document no|passport number|passport no|id number|id no|identity card number|card number|licence number|license number|licence no|Dokumentennummer|Ausweisnummer|Passnummer|Reisepassnummer|Führerscheinnummer|numéro de document|numéro de passeport|n° de passeport|carte n°|número de documento|número de pasaporte|DNI|NIE|numero documento|numero passaporto|carta d’identità n.|número do documento|número do passaporte|documentnummer|paspoortnummer|numer paszportu|numer dowodu|passnummer|pasaport no|旅券番号',
  ),
  issueDate: field(
    'date',
    'date of issue|issue date|issued on|Ausstellungsdatum|ausgestellt am|date de délivrance|délivré le|fecha de expedición|data di rilascio|rilasciato il|data de emissão|datum van afgifte|afgiftedatum|発行日|発行年月日',
  ),
  expiryDate: field(
    'date',
    'date of expiry|expiry date|expiration date|valid until|expires|gültig bis|Ablaufdatum|date d’expiration|fecha de caducidad|válido hasta|data di scadenza|scade il|válido até|data de validade|geldig tot',
  ),
  nationality: field(
    'text',
    'nationality|citizenship|Staatsangehörigkeit|Nationalität|nationalité|nacionalidad|nazionalità|cittadinanza|nacionalidade|nationaliteit|obywatelstwo|medborgarskap|uyruğu|国籍',
  ),
  birthPlace: field(
    'text',
    'place of birth|birthplace|Geburtsort|lieu de naissance|lugar de nacimiento|luogo di nascita|local de nascimento|naturalidade|geboorteplaats',
  ),
  sex: field('text', 'sex|gender|Geschlecht|sexe|sexo|sesso|geslacht'),
  country: field('country', 'country|Land|Staat|pays|país|paese|nazione|land'),
  postcode: field(
    'identifier',
    'postcode|postal code|zip code|zip|PLZ|Postleitzahl|code postal|código postal|CAP|código-postal|CEP',
  ),
  city: field(
    'text',
    'city|town|place|Ort|Stadt|Wohnort|ville|commune|ciudad|localidad|población|città|comune|cidade|localidade|stad|plaats|woonplaats',
  ),
  mobile: field(
    'phone',
    'mobile|mobile phone|mobile number|cell phone|cell|Mobil|Mobiltelefon|Handy|portable|mobile|móvil|celular|cellulare|telemóvel|telemóvel|mobiel|GSM|komórka|tel. kom|mobilnummer|mobilní telefon|Mob|M',
  ),
  managingDirector: field(
    'person',
    'managing director|managing directors|director|Geschäftsführer|Geschäftsführung|Vorstand|gérant|gérante|directeur général|administrador|administrador único|gerente|amministratore unico|amministratore|legale rappresentante|sócio-gerente|directeur|bestuurder|prezes zarządu|verkställande direktör|jednatel|ügyvezető|директор|代表取締役',
  ),
  bank: field(
    'organization',
    'bank|bank name|Bank|Kreditinstitut|banque|établissement bancaire|banco|entidad bancaria|banca|instituição bancária|nazwa banku|банк|銀行',
  ),
  accountHolder: field(
    'person',
    'account holder|account name|name of account holder|Kontoinhaber|Kontoinhaberin|titulaire du compte|titulaire|titular de la cuenta|titular|intestatario del conto|intestatario|titular da conta|rekeninghouder|ten name van|posiadacz rachunku|in the name of|auf den Namen|au nom de|a nombre de|em nome de|a nome di|op naam van',
  ),
  owner: field(
    'person',
    'owner|proprietor|sole proprietor|Inhaber|Inhaberin|Inh|gérant|gérante|titular|titolare|proprietário|eigenaar|właściciel',
  ),
  registerCourt: field('text', 'register court|Registergericht|greffe|registry'),
  insurer: field(
    'organization',
    'insurer|insurance company|underwriter|Versicherer|Versicherungsgesellschaft|assureur|compagnie d’assurance|aseguradora|assicuratore|compagnia assicurativa|seguradora|verzekeraar|ubezpieczyciel',
  ),
  insured: field(
    'party',
    'insured|policyholder|policy holder|Versicherungsnehmer|Versicherungsnehmerin|versicherte Person|assuré|souscripteur|preneur d’assurance|asegurado|tomador|tomador del seguro|assicurato|contraente|segurado|tomador do seguro|verzekeringnemer|verzekerde|ubezpieczający|ubezpieczony',
  ),
  principal: field(
    'party',
    'grantor|principal|donor|Vollmachtgeber|Vollmachtgeberin|mandant|mandante|poderdante|delegante|outorgante|volmachtgever|mocodawca|fullmaktsgivare',
  ),
  agent: field(
    'party',
    'attorney-in-fact|attorney in fact|agent|attorney|Bevollmächtigter|Bevollmächtigte|mandataire|apoderado|procuratore|procurador|delegato|gevolmachtigde|pełnomocnik|fullmaktstagare|fuldmægtig',
  ),
} as const satisfies Record<string, CanonicalField>

export type CanonicalName = keyof typeof lexicon
