/** Spanish text for the funding map. */

import type { Translated } from '../../../src/sentences/translated.ts';
import { writeNumber } from '../figures/reader-format.ts';
import type { text as english } from './text.ts';

const plural = (count: number, one: string, many: string): string =>
	`${writeNumber(count)} ${count === 1 ? one : many}`;

export const text: Translated<typeof english> = {
	title: 'Mapa de financiación',
	intro:
		'Tasas de financiación actuales, convertidas al mismo intervalo. Positiva: los largos pagan a los cortos.',
	fault: 'No se puede mostrar el mapa de financiación.',
	loading: 'Cargando el mapa …',
	count: (coins) => plural(coins, 'moneda', 'monedas'),
	live: 'en vivo',
	old: (age) => `las cifras son de hace ${age}`,
	exchangeDown: (name, reason) => `${name} está caído. ${reason}`,
	exchangeStale: (name, reason) => `Los datos de ${name} están desactualizados. ${reason}`,
	noReason: 'Aún no hay datos.',
	noMatch: {
		title: 'Sin resultados',
		body: 'Ninguna moneda coincide con tus filtros. Cámbialos o bórralos.',
	},
	noFavourites: {
		title: 'Aún no hay favoritas',
		body: 'Marca una moneda con su estrella y aparecerá aquí.',
	},
	none: {
		title: 'Aún no hay tasas',
		body: 'Las monedas aparecen aquí en cuanto un exchange envía sus tasas.',
	},

	controls: {
		label: 'Filtros del mapa',
		search: 'Moneda',
		searchUnit: 'o parte de un símbolo',
		tooLong: (max, length) => `Como máximo ${max} caracteres; hay ${length}.`,
		sort: 'Ordenar por',
		sorts: { spread: 'Mayor diferencial', volume: 'Volumen 24 h', symbol: 'Moneda' },
		reverse: 'Invertir el orden',
		unit: 'Tasas en',
		units: { per_8h: '% por 8 h', per_year: '% por año' },
		exchanges: 'Exchanges',
		exchangesAll: (count) => `los ${count}`,
		exchangesSome: (count, all) => `${count} de ${all}`,
		favourites: 'Solo favoritas',
		clear: 'Borrar filtros',
		csv: 'CSV',
		csvTitle: 'Descargar CSV',
		csvBusy: (done, all) => `Leyendo ${done} de ${all} …`,
		csvFault: 'El archivo CSV no se creó.',
	},

	table: {
		label: 'Tasas de financiación por moneda y exchange',
		coin: 'Moneda',
		spread: 'Mayor diferencial',
		volume: 'Volumen 24 h',
		usd: 'USD',
		dataOnly: 'solo datos',
		states: { fresh: '', stale: 'desactualizado', down: 'caído' },
		interval: (hours) => `${hours} h`,
		notListed: 'no cotiza',
		unknown: 'desconocido',
		notTradable: 'detenido',
		loading: (row) => `Cargando la fila ${row} …`,
		open: (coin) => `Mostrar el historial de financiación de ${coin}`,
		star: (coin) => `${coin} como favorita`,
		legs: (long, short) => `en largo ${long}, en corto ${short}`,
		more: (count) => `+${count}`,
		cell: (symbol, rate, hours, per8h, apr) =>
			`${symbol}: ${rate} cada ${hours} h. Cada 8 h: ${per8h}. Al año: ${apr}.`,
		settles: (time) => `Próximo cobro: ${time}.`,
		others: (symbols) => `Otros contratos: ${symbols}.`,
	},

	scale: {
		label: 'Colores',
		negative: 'Pagan los cortos',
		positive: 'Pagan los largos',
		strongest: (share) => `${share} al año o más`,
	},

	csv: {
		file: (date) => `mapa-de-financiacion-${date}.csv`,
		coin: 'Moneda',
		volume: 'Volumen 24 h (USD)',
		spread8h: 'Mayor diferencial (fracción por 8 h)',
		spreadApr: 'Mayor diferencial (fracción por año)',
		long: 'Exchange en largo',
		short: 'Exchange en corto',
		cell: (name) => [
			`${name} símbolo`,
			`${name} tasa (fracción por intervalo)`,
			`${name} intervalo (h)`,
			`${name} tasa (fracción por 8 h)`,
			`${name} tasa (fracción por año)`,
			`${name} próximo cobro (UTC)`,
			`${name} volumen 24 h (USD)`,
			`${name} estado`,
		],
	},

	history: {
		title: (coin) => `Financiación de ${coin}`,
		loading: 'el historial de financiación',
		fault: 'No se puede mostrar el historial de financiación.',
		close: 'Cerrar',
		opportunities: (coin) => `Ver oportunidades de ${coin}`,
		range: 'Periodo',
		ranges: { 7: '7 días', 30: '30 días', 90: '90 días', 365: '1 año' },
		chart: (coin) => `Financiación cobrada de ${coin} en cada exchange`,
		table: 'Tasas cobradas en una tabla',
		settlement: 'Cada punto es un cobro.',
		day: 'Cada punto es la media de un día UTC.',
		none: 'Aún no hay tasas cobradas guardadas para este periodo.',
		contracts: 'Contratos ahora',
		heads: {
			exchange: 'Exchange',
			symbol: 'Símbolo',
			rate: 'Tasa ahora',
			interval: 'Cobro cada',
			next: 'Próximo cobro',
			volume: 'Volumen 24 h, USD',
			mean: 'Media del periodo',
			covered: 'Conocido',
		},
		leftOut: (count) =>
			`${plural(count, 'contrato', 'contratos')} de poco volumen ${count === 1 ? 'omitido' : 'omitidos'}.`,
		failure: (name, symbol, reason) => `${name} ${symbol}: ${reason}`,
	},
};
