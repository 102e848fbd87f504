/** Sentences about an opening, in Spanish. */
import type { opening as english } from './opening.ts';
import type { Translated } from './translated.ts';

const MS_PER_S = 1_000;
const MS_PER_MINUTE = 60_000;
const LEGS = { long: 'en largo', short: 'en corto' } as const;
const VERDICTS: ReadonlyMap<string, string> = new Map([
	['trade', 'Operar'],
	['no_trade', 'No operar'],
	['unknown', 'Desconocido'],
]);

/** Sentences about an opening, in Spanish. */
export const opening: Translated<typeof english> = {
	accepted: ({ long, short, symbol, plan }, write) =>
		`Largo en ${long}, corto en ${short}: ${symbol} en ambos exchanges, ${write.words(plan)}`,

	rolled: ({ leg, exchange, from, plan }, write) =>
		`La pata ${LEGS[leg]} de ${from} pasa a ${exchange}, ${write.words(plan)}`,

	roll: ({ slices, lasts }, write) =>
		`en ${slices} ${slices === 1 ? 'parte' : 'partes'} durante un máximo de ${write.duration(lasts)}: cada una se abre primero en el exchange nuevo y se cierra en el anterior cuando eso está confirmado.`,
	direct: ({ why }, write) => `ambas patas a la vez como órdenes límite IOC${write.words(why)}.`,
	delay: ({ leg, exchange, rests, why, note }, write) =>
		`primero la pata ${LEGS[leg]} en ${exchange}; descansa hasta ${write.number(rests / MS_PER_S)} s antes de tomar liquidez, y cada ejecución se cubre de inmediato${write.words(why)}.${write.words(note)}`,
	grid({ slices, levels, lasts, why }, write) {
		const waits =
			levels === 1
				? 'cerca de la base de precio actual'
				: `en ${levels} niveles de la base de precio, separados por media desviación estándar`;
		return `${slices} partes equilibradas ${waits}, durante un máximo de ${write.number(lasts / MS_PER_MINUTE)} min${write.words(why)}.`;
	},
	noGrid: ({ fault }, write) => `pero no por partes. ${write.words(fault)}`,
	asPreviewed: () => ', como en la vista previa',
	small: () =>
		', porque la operación es pequeña frente a los libros de órdenes y está por debajo del límite sin cobertura',
	thin: ({ share }, write) =>
		`, porque una sola orden tomaría más del ${write.number(share)} % del libro de órdenes menos profundo`,
	tooThin: ({ thinnest }, write) =>
		`, porque el lado menos profundo de los libros solo tiene ${write.coins(thinnest)} monedas dentro del límite de deslizamiento`,
	aboveCap: ({ cap }, write) => `, porque una pata supera el límite sin cobertura de ${write.usd(cap)}`,
	deadManSwitch: ({ finding, other }, write) =>
		` Cancelación automática si el servicio se detiene: ${write.words(finding)}.${other === null ? '' : ` La orden descansa ahí porque ${write.words(other)}.`}`,
	noSwitch: ({ finding }, write) =>
		` Sin cancelación automática: ${write.words(finding)}. Si este servicio se detiene mientras la orden descansa, la orden sigue en el libro y puede ejecutarse sin cobertura.`,

	smallSlices: ({ most, cap, share, thinnest, least }, write) =>
		`No se puede abrir por partes: una parte necesita al menos ${write.coins(least)} monedas por pata, pero puede tener como máximo ${write.coins(most)}. El límite sin cobertura es ${write.usd(cap)}, y una parte puede tomar el ${write.number(share)} % de las ${write.coins(thinnest)} monedas dentro del límite de deslizamiento.`,
	manySlices: ({ count, most, limit }, write) =>
		`No se puede abrir por partes: se necesitarían ${count} partes de como máximo ${write.coins(most)} monedas; se permiten como máximo ${limit}.`,
	indivisible: ({ quantity, least, most }, write) =>
		`No se puede abrir por partes: ${write.coins(quantity)} monedas no se dividen en partes de ${write.coins(least)} a ${write.coins(most)}.`,

	prove: () =>
		'Primero confirmamos lo que tiene cada pata. Consultamos una orden con resultado desconocido hasta conocerlo y nunca la enviamos otra vez.',
	complete: ({ leg, slippage, retry }, write) =>
		`Completamos ${lagging(leg)} al precio de su orden de apertura, dentro de ${write.number(slippage)} pb del precio medio. Tras una orden sin ejecución, la siguiente llega ${write.number(retry / MS_PER_S)} s después.`,
	wider: ({ leg, widest }, write) =>
		`Completamos ${lagging(leg)} hasta a ${write.number(widest)} pb del precio medio.`,
	reduce: ({ slippage, widest }, write) =>
		`Dejamos de abrir y reducimos la pata mayor hasta igualar la menor (reduce-only). La primera orden queda dentro de ${write.number(slippage)} pb del precio medio. Cada orden siguiente puede llegar al doble, hasta ${write.number(widest)} pb. Un rechazo permanente de un exchange inicia este paso de inmediato.`,
	person: ({ tries }) =>
		`Te avisamos (needs_attention) si una orden sigue sin confirmarse o si no logramos reducir una pata ${tries} veces seguidas. Seguimos intentándolo.`,
	hedge: () =>
		'Consideramos caído un exchange que no responde durante este tiempo. Cubrimos su pata sin cobertura en un tercer exchange conectado y cerramos ambas cuando vuelve a responder.',
	loss: ({ quantity, coin, inside, widest }, write) =>
		`Como máximo ${write.coins(quantity)} ${coin} quedan sin cobertura a la vez. Abrirlas y cerrarlas en el límite cuesta ${write.usd(inside)} dentro del límite de deslizamiento, o ${write.usd(widest)} en el límite más amplio. Se incluyen ambas comisiones taker. Cualquier movimiento del mercado entretanto se suma.`,

	verdictWarning: ({ verdict, reasons }, write) =>
		`El veredicto es ${VERDICTS.get(verdict) ?? verdict}. ${reasons.map(write.words).join(' ')}`.trim(),
	rounded({ planned, asked, share, lot, coin }, write) {
		const [percent] = write.percentPair(share, 100);
		return `Solo se abren ${write.usd(planned)} de ${write.usd(asked)} (${percent}), porque ambos exchanges solo operan lotes enteros de ${write.coins(lot)} ${coin}.`;
	},
};

function lagging(leg: 'long' | 'short' | null): string {
	return leg === null ? 'la pata retrasada' : `la pata ${LEGS[leg]}`;
}
