/** Sentences about paper accounts, in Spanish. */
import type { paper as english } from './paper.ts';
import type { Translated } from './translated.ts';

/** Reasons why a setting is refused or a read fails, in Spanish. */
export const paper: Translated<typeof english> = {
	leverage: ({ symbol, leverage, most }, write) =>
		`El apalancamiento era ${write.number(leverage)}; ${symbol} permite de 1 a ${write.number(most)}.`,
	marginModeInUse: ({ symbol, marginMode }) =>
		`Hay una posición abierta en ${symbol}, así que su margen no puede cambiar a ${marginMode === 'isolated' ? 'aislado' : 'cruzado'}.`,
	leverageMargin: ({ symbol, leverage }, write) =>
		`El apalancamiento ${write.number(leverage)} necesita más margen para la posición abierta en ${symbol} del que está libre.`,
	settingsNotStored: ({ symbol }) => `Los ajustes de ${symbol} no se pudieron guardar.`,
	noAnswer: () => 'El exchange no responde.',
	notTraded: ({ exchange, symbol }) =>
		`${exchange} ${symbol} no es un instrumento en el que opere este servicio.`,
	noMark: () => 'El precio de marca de una posición es desconocido.',
};
