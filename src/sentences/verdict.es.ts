/** Sentences about the verdict on an opportunity, in Spanish. */
import type { Translated } from './translated.ts';
import type { verdict as english } from './verdict.ts';

const HOURS_PER_DAY = 24;

/** The verdict and its reasons, in Spanish. */
export const verdict: Translated<typeof english> = {
	trade: ({ net, carry, costs, chance }, write) =>
		`Neto +${write.percent(net)} (financiación ${write.percent(carry)} − costes ${write.percent(costs)}), ${write.chance(chance)} de probabilidad de ganancia.`,
	noNet: ({ net, carry, costs }, write) =>
		`Neto esperado ${write.percent(net)}: la financiación de ${write.percent(carry)} no supera los costes de ${write.percent(costs)}.`,
	lowOdds: ({ chance, required }, write) =>
		`Probabilidad de ganancia: ${write.chance(chance, required)}; se requiere ${write.percent(required, 0)}.`,
	lowMonth: ({ mean, required }, write) =>
		mean === null
			? `Faltan cobros de los últimos 30 días, así que su media es desconocida; se requiere más de ${write.percent(required, 0)} al año.`
			: `Financiación de los últimos 30 días en esta dirección: ${write.percent(mean)} al año; se requiere más de ${write.percent(required, 0)}.`,
	shortHistory: ({ hours }) =>
		`Las patas tienen ${Math.floor(hours / HOURS_PER_DAY)} días de historial en común; se requieren 30.`,
	unknown: ({ reason }, write) => `El veredicto es desconocido. ${write.words(reason)}`,
};
