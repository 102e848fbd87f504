/** Sentences about current and settled funding rates that are unknown, in Spanish. */
import type { funding as english, history as englishHistory } from './funding.ts';
import type { Translated } from './translated.ts';

/** Reasons for figures that the funding map does not have, in Spanish. */
export const funding: Translated<typeof english> = {
	tooFewRates: ({ coin }) => `Menos de dos exchanges tienen una tasa de financiación actual para ${coin}.`,
	noVolumes: ({ coin }) => `Ningún exchange informa de un volumen de 24 horas para ${coin}.`,
	noRate: ({ exchange, symbol, problems }, write) =>
		[
			`La tasa de financiación de ${symbol} en ${exchange} es desconocida.`,
			...problems.map((problem) => write.words(problem)),
		].join(' '),
	noVolume: ({ exchange, symbol }) => `${exchange} no informa de un volumen de 24 horas para ${symbol}.`,
	monthTooShort: ({ exchange, symbol, days }, write) =>
		`Las tasas cobradas de ${symbol} en ${exchange} se conocen para ${write.fixed(days, 1)} de los últimos 30 días.`,
	monthHasGap: ({ exchange, symbol, from, to }, write) =>
		`Faltan tasas cobradas de ${symbol} en ${exchange} desde ${write.instant(from)} hasta ${write.instant(to)}.`,
};

/** Reasons why settled rates cannot be read, in Spanish. */
export const history: Translated<typeof englishHistory> = {
	notShared: () =>
		'Ningún otro exchange ofrece ahora este contrato, así que el servicio no lee su historial.',
	late: ({ limitMs }, write) => `El exchange no envió las tasas cobradas en ${write.duration(limitMs)}.`,
	timedOut: ({ limitMs }, write) =>
		`El exchange tardó más de ${write.duration(limitMs)} en enviar las tasas cobradas.`,
	unusable: ({ count, first }, write) => `${count} tasas cobradas no eran utilizables. ${write.words(first)}`,
	contradictory: ({ at, first, second }, write) =>
		`El exchange envió dos tasas para el cobro del ${write.instant(at)}: ${write.number(first)} y ${write.number(second)}.`,
	noTime: ({ stamp }) => `La hora de un cobro era ${stamp}; se necesitan milisegundos desde 1970.`,
	future: ({ at }, write) => `La hora de un cobro, ${write.instant(at)}, está en el futuro.`,
	outOfBounds: ({ at, rate }, write) =>
		`La tasa cobrada el ${write.instant(at)} era ${rate}; debe estar dentro de ±1.`,
};
