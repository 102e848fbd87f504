/** Sentences about the detail of an opportunity, in Spanish. */
import type { detail as english } from './detail.ts';
import type { Translated } from './translated.ts';

/** Reasons why figures in an opportunity detail are unknown, in Spanish. */
export const detail: Translated<typeof english> = {
	basisUnknown: ({ count, required }) =>
		`La base de precio tiene ${count} de ${required} muestras requeridas. El servicio toma una cada segundo mientras ambos libros están al día.`,
	basisNeverSeen: () =>
		'Los dos libros de órdenes no han estado al día a la vez en las últimas 24 horas, o desde que arrancó el servicio.',
	cashWithoutBook: () =>
		'El libro de órdenes de una pata es desconocido, así que la cantidad de monedas para el importe es desconocida.',
	cashBelowOneLot: () => 'El importe compra menos de un lote.',
	lifetimeUnknown: () => 'Esta oportunidad se vio por primera vez hace menos de un segundo.',
	historyUnread: ({ leg, failure }, write) =>
		`No se pueden leer las tasas cobradas de ${leg}. ${write.words(failure)}`,
	noSettlement: ({ leg }) => `Aún no se conoce ningún cobro de ${leg}.`,
	historyGaps: ({ leg, gaps, more }, write) => {
		const spans = gaps.map(({ from, to }) => `${write.instant(from)} – ${write.instant(to)}`).join('; ');
		return `Faltan cobros de ${leg}: ${spans}${more === 0 ? '' : `; y ${more} huecos anteriores`}.`;
	},
	intervalUnknown: ({ count, total }) =>
		`El intervalo anterior al cobro más antiguo de una pata es desconocido, así que su fila no tiene diferencial (${count} de ${total} filas).`,
	historyShort: () =>
		'Esta cifra necesita más tasas cobradas de ambas patas, o patas que cobren a la misma hora. El historial de financiación tiene el diferencial de cada hora.',
	notGiven: ({ exchange, symbol, problems }, write) =>
		[
			`${exchange} no envió un valor utilizable para ${symbol}.`,
			...problems.map((problem) => write.words(problem)),
		].join(' '),
	curveUnknown: () =>
		'La financiación esperada o una parte del coste es desconocida. Mira los motivos del neto esperado.',
	laterRatesUnknown: () =>
		'Solo el próximo cobro tiene una tasa prevista. Los posteriores necesitan una previsión, que falta; mira los motivos del neto esperado.',
	rateUnpublished: () =>
		'Un cobro acaba de pasar. Su tasa aún no se ha publicado, y el exchange puede contar todavía la entrada.',
	cashUnknown: () =>
		'Sin ambos libros de órdenes, la cantidad de las patas es desconocida, y también el importe en dinero.',
	settlementsCut: ({ shown, total }) =>
		`Solo se muestran los primeros ${shown} de ${total} cobros del plazo.`,
};
