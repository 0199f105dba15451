export const givenName: readonly string[] = [
  'first name|forename|christian name|first|fname|N.given|name.given|name.first|properties.firstname|vorname',
  'rufname|prénom|nombre|nombre de pila|primer nombre|nome|nome proprio|primeiro nome|voornaam|roepnaam|imię',
  'förnamn|fornavn|jméno|prénom usuel|nombres|name.given name|given|nome di battesimo|contact first name|prénoms',
  'nome de batismo|first names|forenames|vornamen|names.given name|vorname adressattyp natürl person',
  'etunimi|etunimet|kutsumanimi',
  'keresztnév|utónév|keresztneve|utóneve',
  'ad|adı|isim|ilk ad|ön ad|müşteri ad',
  'имя|имя контакта|личное имя',
  '名|名前名|名漢字|ファーストネーム|下の名前',
  'fst name|given names|frst name|client first name|customer first name|cust first name',
  'pierwsze imię|primeiro nome próprio|förnamn 1|first given name|imiona|tilltalsnamn|křestní jméno|křestní|voornamen|döpnamn',
  'ім’я|όνομα|prenume|שם פרטי|الاسم الأول|الاسم الشخصي|meno|krstné meno',
]
