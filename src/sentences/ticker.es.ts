/** Sentences about unusable figures of a ticker and contracts that do not trade, in Spanish. */
import type { ticker as english, FundingFault, TickerPrice } from './ticker.ts';
import type { Translated } from './translated.ts';

const FUNDING_FAULTS: Readonly<Record<FundingFault, string>> = {
	rate: 'la tasa debe ser una fracción entre -1 y 1',
	interval: 'el intervalo debe estar entre media hora y un día',
	next: 'el próximo cobro debe ser dentro de un día',
	missing: 'falta un campo',
};

const PRICES: Readonly<Record<TickerPrice, string>> = {
	mark: 'precio de marca',
	index: 'precio índice',
	last: 'último precio',
};

/** Problems of a ticker, in Spanish. */
export const ticker: Translated<typeof english> = {
	price: ({ name, written }) =>
		`${name} es ${written}; un precio debe ser mayor que 0 y como máximo 10^12 USD.`,
	figure: ({ price }) => `El ${PRICES[price]} no es un número positivo dentro de los límites.`,
	funding: ({ fault, rate, interval, next }) =>
		`Los datos de financiación no se pueden usar: ${FUNDING_FAULTS[fault]} (tasa ${rate}, intervalo ${interval}, próximo ${next}).`,
	repeated: ({ exchange, symbol }) => `${exchange} listó ${symbol} más de una vez en una respuesta.`,
	notAnswered: ({ exchange, contract }) => `${exchange} no devolvió nada para ${contract}.`,
	delisted: ({ exchange }) => `${exchange} ha retirado el contrato del mercado.`,
	noMidPrice: ({ exchange }) =>
		`${exchange} no publica un precio medio, porque un lado del libro está vacío.`,
	status: ({ exchange, state }) => `${exchange} indica ${state} como estado del contrato.`,
	restricted: ({ exchange, state }) =>
		`${exchange} indica ${state} como estado del contrato, así que sus operaciones están restringidas.`,
};
