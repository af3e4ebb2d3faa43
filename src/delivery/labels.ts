import { type ContentType, TYPE_NAMES } from '../content/types.ts';

/** Languages that pages of articles support. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

interface Labels {
  /** The label of a content type other than an article. */
  kinds: Partial<Record<ContentType, string>>;
  subscription: string;
  registration: string;
  pages: string;
  newest: string;
  older: string;
  empty: string;
  emptyNow: string;
  emptySoFar: string;
  trending: string;
  topics: string;
}

const name = (type: ContentType): string => TYPE_NAMES[type][0];
const kinds = (video: string, gallery: string, report: string, pressrelease: string): Labels['kinds'] => ({
  video,
  gallery,
  report,
  pressrelease,
  podcast: name('podcast'),
});

/** All texts of a page of articles. */
export const LABELS: Record<Language, Labels> = {
  en: {
    kinds: kinds(name('video'), name('gallery'), name('report'), name('pressrelease')),
    subscription: 'Subscription',
    registration: 'Free registration',
    pages: 'Pages',
    newest: 'Newest articles',
    older: 'Older articles',
    empty: 'No articles here yet',
    emptyNow: 'As soon as something is published that belongs in this selection, it will appear here.',
    emptySoFar: 'None of the newest articles belongs in this selection; older ones may.',
    trending: 'Trending topics',
    topics: 'No topic is trending yet',
  },
  de: {
    kinds: kinds('Video', 'Bildergalerie', 'Bericht', 'Pressemitteilung'),
    subscription: 'Abo',
    registration: 'Kostenlose Anmeldung',
    pages: 'Seiten',
    newest: 'Neueste Artikel',
    older: 'Ältere Artikel',
    empty: 'Noch keine Artikel',
    emptyNow: 'Sobald etwas Passendes erscheint, ist es hier zu lesen.',
    emptySoFar: 'Unter den neuesten Artikeln ist kein passender; ältere gibt es vielleicht.',
    trending: 'Themen im Trend',
    topics: 'Noch liegt kein Thema im Trend',
  },
  fr: {
    kinds: kinds('Vidéo', 'Galerie', 'Rapport', 'Communiqué de presse'),
    subscription: 'Abonnés',
    registration: 'Inscription gratuite',
    pages: 'Pages',
    newest: 'Derniers articles',
    older: 'Articles plus anciens',
    empty: 'Aucun article pour l’instant',
    emptyNow: 'Dès qu’un article correspondant sera publié, il apparaîtra ici.',
    emptySoFar: 'Aucun des derniers articles ne correspond à cette sélection ; de plus anciens peut-être.',
    trending: 'Sujets du moment',
    topics: 'Aucun sujet ne se détache encore',
  },
  es: {
    kinds: kinds('Vídeo', 'Galería', 'Informe', 'Nota de prensa'),
    subscription: 'Suscripción',
    registration: 'Registro gratuito',
    pages: 'Páginas',
    newest: 'Últimos artículos',
    older: 'Artículos anteriores',
    empty: 'Todavía no hay artículos',
    emptyNow: 'En cuanto se publique algo de esta selección, aparecerá aquí.',
    emptySoFar: 'Ninguno de los últimos artículos pertenece a esta selección; quizá alguno anterior.',
    trending: 'Temas del momento',
    topics: 'Todavía no hay temas destacados',
  },
  it: {
    kinds: kinds('Video', 'Galleria', 'Rapporto', 'Comunicato stampa'),
    subscription: 'Abbonamento',
    registration: 'Registrazione gratuita',
    pages: 'Pagine',
    newest: 'Ultimi articoli',
    older: 'Articoli precedenti',
    empty: 'Ancora nessun articolo',
    emptyNow: 'Appena uscirà un articolo di questa selezione, apparirà qui.',
    emptySoFar: 'Nessuno degli ultimi articoli rientra in questa selezione; forse qualcuno più vecchio.',
    trending: 'Temi del momento',
    topics: 'Ancora nessun tema in evidenza',
  },
  nl: {
    kinds: kinds('Video', 'Fotogalerij', 'Rapport', 'Persbericht'),
    subscription: 'Abonnement',
    registration: 'Gratis registratie',
    pages: 'Pagina’s',
    newest: 'Nieuwste artikelen',
    older: 'Oudere artikelen',
    empty: 'Nog geen artikelen',
    emptyNow: 'Zodra er iets verschijnt dat bij deze selectie hoort, staat het hier.',
    emptySoFar: 'Geen van de nieuwste artikelen hoort bij deze selectie; oudere misschien wel.',
    trending: 'Trending onderwerpen',
    topics: 'Nog geen trending onderwerpen',
  },
  pt: {
    kinds: kinds('Vídeo', 'Galeria', 'Relatório', 'Comunicado de imprensa'),
    subscription: 'Assinatura',
    registration: 'Registo gratuito',
    pages: 'Páginas',
    newest: 'Artigos mais recentes',
    older: 'Artigos anteriores',
    empty: 'Ainda não há artigos',
    emptyNow: 'Assim que for publicado algo desta seleção, aparecerá aqui.',
    emptySoFar: 'Nenhum dos artigos mais recentes pertence a esta seleção; talvez algum anterior.',
    trending: 'Temas em alta',
    topics: 'Ainda não há temas em alta',
  },
};
