/** Textos de la página de preferencias. */
import type { Translated } from '../../../src/sentences/translated.ts';
import type * as English from './text.ts';

/** Textos de `PreferencesPage`. */
export const PREFERENCES: Translated<typeof English.PREFERENCES> = {
	title: 'Preferencias',
	keptHere: 'Este navegador guarda las preferencias. Inicia sesión para tenerlas en todos los navegadores.',
	keptByUser: 'Se aplican en todos los navegadores donde inicias sesión.',
	saved: 'Guardado.',
	look: 'Aspecto',
	theme: 'Colores',
	themes: { system: 'Como el dispositivo', light: 'Claro', dark: 'Oscuro' },
	language: 'Idioma',
	languages: { browser: 'Como el navegador', en: 'English', es: 'Español' },
	density: 'Filas de las listas',
	densities: { compact: 'Compactas', comfortable: 'Amplias' },
	figures: 'Cifras y horas',
	zone: 'Zona horaria',
	deviceZone: (zone) => `Como el dispositivo (${zone})`,
	numbers: 'Números',
	reloads: 'Un idioma, una zona horaria o un formato de números nuevo recarga la página.',
	rates: 'Tasas de financiación',
	rateUnits: { per_8h: 'Por 8 horas', per_year: 'Por año' },
	terms: 'Importe, plazo y apalancamiento iniciales',
	termsNote: 'Los navegadores nuevos empiezan con ellos. La lista conserva los últimos que usaste.',
	saveTerms: 'Guardar estos valores',
	favourites: 'Monedas favoritas',
	noFavourite: 'Marca monedas con la estrella en la lista o en el mapa de financiación.',
	forget: (coin) => `Quitar ${coin}`,
	columns: 'Columnas',
	hidden: (count) =>
		count === 0
			? 'Todas las columnas están visibles.'
			: `${count} ${count === 1 ? 'columna está oculta' : 'columnas están ocultas'}.`,
	showColumns: 'Mostrar todas las columnas',
	collapse: 'Plegar todas las explicaciones',
};
