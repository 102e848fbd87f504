/** Sentences about the scores of an opportunity, in Spanish. */
import type { score as english } from './score.ts';
import type { Translated } from './translated.ts';

/** Inputs of the components by the component's name, and why there is no score, in Spanish. */
export const score: Translated<typeof english> = {
	depth: () => 'menor profundidad dentro del límite de deslizamiento en ambas patas, entrada y salida',
	bidAsk: () => 'diferencial entre compra y venta del libro más ancho',
	volume: () => 'menor volumen de 24 h de los dos exchanges',
	openInterest: () => 'menor interés abierto de los dos exchanges',
	size: () => 'valor nocional de una pata / menor profundidad',
	signal: () => 'financiación neta esperada / su desviación estándar',
	reversal: () => 'probabilidad de que la financiación neta sea negativa',
	liquidation: () => 'variación del precio que liquida la pata: 1 / apalancamiento − margen de mantenimiento',
	rateCap: () => 'la tasa de financiación prevista de una pata está en su máximo o mínimo',
	basisSwing: () => 'desviación estándar de la base de precio',
	basisExtreme: () => 'distancia de la base de precio a su media',
	quotes: () => 'patas con monedas de cotización distintas',
	history: () => 'días con financiación cobrada en ambas patas',
	exit: () => 'valor nocional de una pata / profundidad del lado de salida más fino',
	guards: () => '1 con una salvaguarda que bloquea, si no 1/12 por cada una de hasta cuatro advertencias',
	intervals: () => 'patas que cobran en intervalos distintos',
	unknown: ({ what, lacking }, write) =>
		`La puntuación de ${what === 'liquidity' ? 'liquidez' : 'riesgo'} es desconocida porque falta un dato: ${lacking.map((input) => write.words(input)).join('; ')}.`,
};
