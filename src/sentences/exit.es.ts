/** Reasons for which an exit rule closes or reduces an execution, in Spanish. */
import type { exit as english } from './exit.ts';
import type { Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

const LEGS = { long: 'larga', short: 'corta' };

/** Reasons of exit rules, in Spanish. */
export const exit: Translated<typeof english> = {
	liquidation: ({ leg, instrument, distance, left }, write) => {
		const share = left === null ? '' : `, el ${write.percentFixed(left, 0)} de la distancia de entrada`;
		return `la liquidación de la pata ${LEGS[leg]} (${instrument}) está a ${write.percentFixed(distance, 2)} del precio de marca${share}`;
	},
	nearLiquidation: ({ distance, isHalved }, write) =>
		`${write.words(distance)}, así que el servicio ${isHalved ? 'reduce ambas patas a la mitad' : 'cierra ambas patas'}`,
	delisting: ({ instrument, at }, write) =>
		`retirada del mercado: el exchange retira ${instrument} el ${write.instant(at)}`,
	maxHours: () => 'max_hours alcanzado',
	maxEpochs: ({ epochs }, write) => `max_epochs alcanzado: ${write.exact(epochs)}`,
	profit: ({ rule, pct, limit }, write) => {
		const [was, bound] = write.percentPair(pct ?? limit, limit);
		return `${rule} alcanzado: cerrar ahora rinde ${pct === null ? 'una parte desconocida' : `el ${was}`} del capital, límite ${bound}`;
	},
	interval: ({ instrument, now, planned }, write) =>
		`cambio de intervalo: ${instrument} cobra ahora cada ${write.exact(now / HOUR_MS)} h, pero cada ${write.exact(planned / HOUR_MS)} h cuando se abrió la posición`,
	bound: ({ instrument }) =>
		`tasa en su límite: el último cobro de ${instrument} estuvo en su máximo o mínimo`,
	divergence: ({ instrument, share, ms }, write) =>
		`marca lejos del índice: el precio de marca de ${instrument} lleva ${write.exact(ms / SECOND_MS)} s a más de ${write.percentFixed(share, 1)} de su precio índice`,
	dataLost: ({ instrument, ms }, write) =>
		`datos perdidos: ${instrument} lleva ${minutes(ms, write)} sin precios actuales`,
	reversal: ({ ms }, write) =>
		`reversión: la financiación neta media de 30 días es negativa, y dos comprobaciones con ${minutes(ms, write)} entre ellas prevén una pérdida a 30 días mayor que la mitad del coste de abrir y cerrar`,
	spreadFaded: ({ apr, limit, ms }, write) =>
		`min_spread_apr_pct alcanzado: el diferencial de financiación lleva ${minutes(ms, write)} por debajo del ${write.exact(limit)} % al año, ahora ${write.percentFixed(apr, 2)}`,
	netFaded: ({ apr, limit, ms }, write) =>
		`min_net_apr_pct alcanzado: dos comprobaciones con ${minutes(ms, write)} entre ellas esperan menos del ${write.exact(limit)} % al año tras la salida, ahora ${write.percentFixed(apr, 2)}`,
};

function minutes(ms: number, write: Writer): string {
	return `${write.exact(ms / MINUTE_MS)} min`;
}
