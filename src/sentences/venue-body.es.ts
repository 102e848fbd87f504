/** Sentences about parts of an exchange's answer that are missing or unusable, in Spanish. */
import type { Translated } from './translated.ts';
import type { venueBody as english } from './venue-body.ts';

/** Spanish names of lists and figures; others are names of fields, which stay as they are. */
const NAMES: Readonly<Record<string, string>> = {
	assets: 'activos',
	balances: 'saldos',
	books: 'libros de órdenes',
	'conditional orders': 'órdenes condicionales',
	contracts: 'contratos',
	currencies: 'monedas',
	events: 'eventos',
	fees: 'comisiones',
	fills: 'ejecuciones',
	funding: 'financiación',
	'open orders': 'órdenes abiertas',
	orders: 'órdenes',
	positions: 'posiciones',
	premiums: 'primas',
	'recent fills': 'ejecuciones recientes',
	'risk tiers': 'tramos de riesgo',
	rows: 'filas',
	'settled rates': 'tasas cobradas',
	settings: 'ajustes',
	tickers: 'cotizaciones',
	trades: 'operaciones',
};

/** Why an answer is unusable, in Spanish. */
export const venueBody: Translated<typeof english> = {
	noList: ({ what }) => `La respuesta del exchange no tiene la lista esperada: ${NAMES[what] ?? what}.`,
	notUsable: ({ what }) => `En la respuesta del exchange falta un dato utilizable: ${NAMES[what] ?? what}.`,
	notFractions: () =>
		'Los tramos de riesgo del exchange tienen tasas de margen que parecen porcentajes, o que no corresponden al apalancamiento de los tramos.',
	noTier: () => 'El exchange no listó ningún tramo de riesgo.',
	noPermissions: ({ exchange }) => `La respuesta de ${exchange} no incluye los permisos de la clave.`,
	noTradePermission: ({ exchange }) => `La respuesta de ${exchange} no dice si la cuenta puede operar.`,
};
