/** Sentences about whether to hold or close a running pair, in Spanish. */
import type { advice as english } from './advice.ts';
import type { Figure, Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

/** The advice, and why there is none, in Spanish. */
export const advice: Translated<typeof english> = {
	close: ({ meanPct, expectedPct, limitPct }, write) => {
		const [expected, limit] = write.percentPair(expectedPct, limitPct);
		return `La financiación neta media de los últimos 30 días ya es negativa: ${percent(meanPct, write)} al año. Pérdida prevista en los próximos 30 días: ${expected} del valor nocional de una pata, más de la mitad del coste de entrar y salir (${limit}).`;
	},
	hold: ({ meanPct, expectedPct, loses, limitPct }, write) => {
		const [expected, limit] = write.percentPair(expectedPct, limitPct);
		return `La financiación neta media de los últimos 30 días es ${percent(meanPct, write)} al año. Previsión para los próximos 30 días: ${loses ? '-' : '+'}${expected} del valor nocional de una pata. Cierra cuando la media sea negativa y la previsión esté por debajo de -${limit}.`;
	},
	noBook: ({ leg }) => `No hay un libro de órdenes actual de ${leg}.`,
	thinBooks: () => 'Los libros de órdenes tienen muy poca profundidad para entrar y salir.',
	noFee: () => 'La comisión taker de una pata es desconocida.',
	noFigure: () => 'Una cifra que la previsión necesita es desconocida.',
};

function percent(value: Figure, write: Writer): string {
	return write.percentPair(value, 0)[0];
}
