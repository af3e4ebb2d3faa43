/** A ready-made story in another language than English; `slug` is the last part of its URL. */
export interface ForeignStory {
  language: string;
  slug: string;
  title: string;
  intro: string;
  topics: string;
  countries?: readonly string[];
  geoGroups?: readonly string[];
}

export const FOREIGN_STORIES: readonly ForeignStory[] = [
  {
    language: 'fr',
    slug: 'grele-vignerons-assurance-recolte',
    title: 'Grêle : les vignerons réclament une assurance récolte plus simple',
    intro:
      'Après un été éprouvant, les producteurs demandent des franchises plus basses et des indemnités versées avant les vendanges.',
    topics: 'agriculture climate',
    countries: ['FR'],
  },
  {
    language: 'fr',
    slug: 'cyber-pme-mal-couvertes',
    title: 'Cyberattaques : des PME encore mal couvertes malgré la baisse des tarifs',
    intro:
      'Les courtiers constatent que les garanties progressent, mais que moins d’une entreprise moyenne sur cinq a souscrit un contrat dédié.',
    topics: 'cyber risk-management',
    countries: ['FR'],
  },
  {
    language: 'fr',
    slug: 'catastrophes-naturelles-surprime',
    title: 'Catastrophes naturelles : où va la surprime ?',
    intro:
      'Sécheresse, inondations, érosion du littoral : le régime français cherche son équilibre et les réassureurs observent.',
    topics: 'catastrophe regulation reinsurance',
    countries: ['FR'],
  },
  {
    language: 'de',
    slug: 'wohngebaeude-starkregen',
    title: 'Nach dem Starkregen: Versicherer prüfen Tausende Gebäudeschäden',
    intro:
      'Gutachter rechnen mit Wochen, bis alle Meldungen bearbeitet sind. Viele Betriebe waren gegen Überschwemmung nicht versichert.',
    topics: 'property catastrophe claims',
    countries: ['DE'],
  },
  {
    language: 'de',
    slug: 'fachkraefte-makler',
    title: 'Makler suchen Nachwuchs: „Wir müssen den Beruf besser erklären“',
    intro:
      'Jede dritte Führungskraft geht in den nächsten zehn Jahren in Rente. Häuser werben nun um Quereinsteiger aus Technik und Recht.',
    topics: 'talent',
    countries: ['DE', 'CH'],
  },
  {
    language: 'de',
    slug: 'lieferketten-haftung',
    title: 'Lieferketten: Haftung für Zulieferer rückt in den Blick der Vorstände',
    intro:
      'Industrieversicherer fragen genauer nach Prüfpflichten und Verträgen. Für Manager wird die Dokumentation zur besten Verteidigung.',
    topics: 'supply-chain directors-and-officers esg',
    countries: ['DE'],
    geoGroups: ['european-union'],
  },
  {
    language: 'es',
    slug: 'seguro-parametrico-sequia',
    title: 'El seguro paramétrico gana terreno frente a la sequía',
    intro: 'Cooperativas agrícolas cobran en días, sin peritaje, cuando la lluvia cae por debajo del nivel acordado.',
    topics: 'parametric agriculture climate',
    geoGroups: ['south-america'],
  },
  {
    language: 'es',
    slug: 'caucion-obra-publica',
    title: 'Más caución para la obra pública: las fianzas crecen con los nuevos peajes',
    intro:
      'Los concesionarios piden límites más altos y las aseguradoras, información más detallada sobre cada subcontratista.',
    topics: 'surety construction',
    countries: ['CO', 'CL'],
  },
  {
    language: 'es',
    slug: 'robo-de-mercancias',
    title: 'Robo de mercancías: por qué las rutas nocturnas pagan más',
    intro: 'Transportistas y corredores comparten datos de rutas y paradas para reducir los siniestros de carga.',
    topics: 'marine-cargo motor-fleet',
    countries: ['MX'],
  },
  {
    language: 'pt',
    slug: 'granizo-paineis-solares',
    title: 'Granizo em painéis solares preocupa seguradoras e investidores',
    intro:
      'Os prejuízos cresceram com a expansão das usinas no interior; as apólices já exigem inclinação automática dos módulos.',
    topics: 'energy climate',
    countries: ['BR'],
  },
  {
    language: 'it',
    slug: 'opere-d-arte-in-viaggio',
    title: 'Opere d’arte in viaggio: così cambia la polizza «da chiodo a chiodo»',
    intro:
      'Musei e collezionisti chiedono più tutela durante i prestiti; la sicurezza dei depositi resta il punto debole.',
    topics: 'fine-art',
    countries: ['IT'],
  },
  {
    language: 'sv',
    slug: 'havsbaserad-vindkraft-kablar',
    title: 'Kabelbrott till havs: så höjer försäkrarna kraven på vindkraften',
    intro:
      'Skador på sjökablar står för de största ersättningarna. Nya villkor kräver övervakning och färdiga reparationsavtal.',
    topics: 'energy claims',
    countries: ['SE'],
    geoGroups: ['nordics'],
  },
  {
    language: 'ar',
    slug: 'gulf-cyber-cover',
    title: 'شركات التأمين في الخليج توسّع تغطية المخاطر السيبرانية',
    intro: 'ارتفع الطلب على وثائق التأمين السيبراني مع توسّع الخدمات الرقمية لدى الشركات المتوسطة في دول الخليج.',
    topics: 'cyber',
    geoGroups: ['gcc'],
  },
  {
    language: 'ar',
    slug: 'uae-heavy-rain-claims',
    title: 'ارتفاع مطالبات التأمين على الممتلكات بعد أمطار غزيرة في الإمارات',
    intro:
      'سجّل خبراء تسوية الخسائر آلاف البلاغات خلال الأيام الأولى، معظمها أضرار مياه في المستودعات والمراكز التجارية.',
    topics: 'property claims catastrophe',
    countries: ['AE'],
  },
  {
    language: 'he',
    slug: 'israel-cyber-terms',
    title: 'חברות הביטוח מהדקות את תנאי הכיסוי לסיכוני סייבר',
    intro: 'חתמים מבקשים מלקוחות עסקיים להוכיח אימות רב־שלבי וגיבויים מנותקים לפני חידוש הפוליסה.',
    topics: 'cyber risk-management',
    countries: ['IL'],
  },
];
