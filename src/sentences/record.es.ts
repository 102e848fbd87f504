/** Sentences about figures of an opportunity, in Spanish. */
import type { record as english } from './record.ts';
import type { Translated } from './translated.ts';

/** Reasons why figures in a record are unknown or unusual, in Spanish. */
export const record: Translated<typeof english> = {
	headlineAgainstCarry: () =>
		'El diferencial anunciado actual es negativo en esta dirección. La dirección sigue la financiación esperada en 30 días.',
	headlineInBand: () =>
		'El diferencial anunciado actual es ligeramente negativo en esta dirección. La dirección solo cambia más allá de medio punto básico.',
	volumeUnknown: () => 'Un exchange no publica el volumen de 24 h de su pata.',
	noticesUnread: ({ exchange }) => `Los anuncios de ${exchange} aún no se han leído.`,
	fundingMissing: () => 'Falta la tasa de financiación prevista de una pata.',
	noInput: () =>
		'Aún no han llegado datos de mercado de ninguna pata. La hora de actualización es la de este registro.',
	netUnknown: () => 'Una parte del coste es desconocida, así que el neto esperado es desconocido.',
	neverPaidBack: () => 'La financiación esperada no cubre los costes de forma permanente en 2160 horas.',
	noHorizonPays: () => 'Ningún plazo de hasta 2160 horas deja ganancia después de los costes.',
	costUnknown: () => 'Una parte del coste es desconocida, así que el total es desconocido.',
	bookExhausted: () =>
		'El libro visible termina antes del límite de deslizamiento. El importe máximo es lo que contienen sus niveles visibles.',
	bookMissing: () => 'Una pata no tiene un libro de órdenes utilizable.',
	bookThin: () => 'El libro de órdenes visible no alcanza para toda la pata. Reduce el importe.',
	belowOneLot: ({ minAmount }, write) =>
		`El importe compra menos de un lote, así que no se operaría nada. Usa al menos ${write.usd(minAmount)}.`,
	quoteRateUnknown: () => 'El cambio entre las monedas de cotización es desconocido.',
	basisMeanUnknown: ({ count, required }) =>
		`La base de precio media de este par es desconocida: ${count} de ${required} muestras requeridas.`,
	basisMeanShort: ({ minutes }) =>
		`La base de precio media de este par abarca solo ${minutes} min, menos de 24 h.`,
	notOneCoin: () =>
		'Los precios están demasiado alejados para una sola moneda, así que no se puede estimar la base de precio a la salida.',
	neverKnown: ({ what }) =>
		`El ${what === 'spread' ? 'diferencial' : 'neto esperado'} fue desconocido durante toda su vida.`,
};
