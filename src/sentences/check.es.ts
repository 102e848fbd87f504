/** Sentences of the risk gate, in Spanish. */
import type { check as english } from './check.ts';
import { comparisons } from './comparison.ts';
import type { Translated } from './translated.ts';

const { atMost, atLeast } = comparisons({
	coins: 'monedas',
	unknown: 'desconocido',
	limit: 'límite',
	minimum: 'mínimo',
});

const LEGS = { long: 'largo', short: 'corto' } as const;
const VERDICTS: ReadonlyMap<string, string> = new Map([
	['trade', 'Operar'],
	['no_trade', 'No operar'],
	['unknown', 'Desconocido'],
]);

/** Sentences of the checks, in Spanish. */
export const check: Translated<typeof english> = {
	amount: (facts, write) =>
		atMost(facts, write, { unit: 'USD', subject: 'Importe entre ambas patas', remedy: 'Reduce el importe.' }),
	capAmount: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Importe de una operación, frente al límite de este agente',
			remedy: 'Reduce el importe o pide al propietario del agente que suba el límite.',
		}),
	capOpenAmount: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Importe de todas las operaciones abiertas de este agente, incluida esta',
			remedy: 'Reduce el importe o cierra una operación de este agente.',
		}),
	capExecutionsPerDay: (facts, write) =>
		atMost(facts, write, {
			unit: 'count',
			subject: 'Operaciones de este agente desde las 00:00 UTC, incluida esta',
			remedy: 'Espera hasta las 00:00 UTC o pide al propietario del agente que suba el límite.',
		}),
	capPairs: ({ pair, allowed, isAllowed }) =>
		isAllowed
			? `Este agente puede operar ${pair}.`
			: `Este agente no puede operar ${pair}. Pares permitidos: ${allowed.length === 0 ? 'ninguno' : allowed.join(', ')}. Elige uno de ellos o pide al propietario del agente que cambie el límite.`,
	leverage: (facts, write) =>
		atMost(facts, write, {
			unit: 'times',
			subject: 'Apalancamiento, frente a los límites de este servicio y de ambos exchanges',
			remedy: 'Reduce el apalancamiento.',
		}),
	openAmount: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Importe de todas tus operaciones abiertas, incluida esta',
			remedy: 'Reduce el importe o cierra una operación.',
		}),
	openNotional: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Valor nocional de todas tus patas abiertas, incluida esta operación',
			remedy: 'Reduce el importe o cierra una operación.',
		}),
	openNotionalCoin: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: `Valor nocional de tus patas abiertas en ${facts.coin}, incluida esta operación`,
			remedy: 'Reduce el importe o cierra una operación.',
		}),
	openNotionalExchange: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: `Valor nocional de tus patas abiertas en ${facts.exchange}, incluida esta operación`,
			remedy: 'Reduce el importe o cierra una operación.',
		}),
	openExecutions: (facts, write) =>
		atMost(facts, write, {
			unit: 'count',
			subject: 'Tus operaciones abiertas, incluida esta',
			remedy: 'Cierra antes una operación.',
		}),
	dailyLoss: (facts, write) =>
		facts.value === null
			? `Tu pérdida desde las 00:00 UTC es desconocida, porque falta el precio de marca de una pata abierta; el límite es ${write.usd(facts.limit)}. Inténtalo de nuevo cuando el exchange envíe precios.`
			: atMost(facts, write, {
					unit: 'USD',
					subject: 'Tu pérdida desde las 00:00 UTC, realizada y no realizada',
					remedy: 'Espera hasta las 00:00 UTC.',
				}),
	maximum: (facts, write) =>
		atMost(facts, write, {
			unit: 'coins',
			subject: 'Tamaño de una pata en una orden, frente a la orden máxima que aceptan ambos exchanges',
			remedy: 'Reduce el importe.',
		}),
	minimum({ amount, least, isEnough }, write) {
		const [asked, needed] = write.usdPair(amount, least);
		return isEnough
			? `Importe: ${asked}, mínimo ${needed}.`
			: `El importe es demasiado pequeño: ${asked}, mínimo ${needed}. Aumenta el importe.`;
	},
	minimumSlice: (facts, write) =>
		atLeast(facts, write, {
			unit: 'coins',
			subject: 'Tamaño de la parte más pequeña en cada pata',
			remedy: 'Aumenta el importe.',
		}),
	unhedgedExecution: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Exposición máxima sin cobertura de esta operación',
			remedy: 'Reduce el importe.',
		}),
	unhedgedUser: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Exposición máxima sin cobertura de todas tus operaciones, incluida esta',
			remedy: 'Reduce el importe o espera a que tus otras operaciones terminen de abrir o cerrar.',
		}),
	unhedgedService: (facts, write) =>
		atMost(facts, write, {
			unit: 'USD',
			subject: 'Exposición máxima sin cobertura de todas las operaciones de este servicio, incluida esta',
			remedy: 'Reduce el importe o espera a que otras operaciones terminen de abrir o cerrar.',
		}),
	accountAge: (facts, write) =>
		atMost(facts, write, {
			unit: 'ms',
			subject: `Antigüedad del saldo y de las posiciones de ${facts.exchange}`,
			remedy: 'Inténtalo de nuevo.',
		}),
	tickerAge: (facts, write) =>
		atMost(facts, write, {
			unit: 'ms',
			subject: `Antigüedad de los precios de marca e índice de ${facts.exchange}`,
			remedy: 'Inténtalo de nuevo cuando el exchange envíe precios.',
		}),
	collar: (facts, write) =>
		atMost(facts, write, {
			unit: '%',
			subject: `Distancia entre el precio medio en ${facts.exchange} y su precio de marca o índice`,
			remedy: 'Inténtalo de nuevo cuando el libro de órdenes vuelva cerca del precio de marca.',
		}),
	stability: (facts, write) =>
		atMost(facts, write, {
			unit: '%',
			subject: `Solicitudes recientes a ${facts.exchange} sin respuesta`,
			remedy: 'Inténtalo de nuevo cuando el exchange responda.',
		}),
	unstable: ({ exchange, failed, total, limit }, write) =>
		`${exchange} dejó sin respuesta ${failed} de ${total} solicitudes recientes, más del ${write.number(limit)} %.`,
	depth: (facts, write) =>
		atMost(facts, write, {
			unit: 'coins',
			subject: `Parte más grande, frente al libro de órdenes de ${facts.exchange} dentro de ${write.number(facts.slippage)} pb para la ${facts.when === 'entry' ? 'entrada' : 'salida'}`,
			remedy: `Reduce el importe a ${write.usd(facts.maxAmount)} o sube el límite de deslizamiento.`,
		}),
	rollPays: (facts, write) =>
		atLeast(facts, write, {
			unit: '%',
			subject: 'Ganancia esperada del cambio en 30 días, frente al doble de su coste',
			remedy: 'Deja la pata donde está o llama de nuevo sin only_if_pays.',
		}),
	stress: (facts, write) =>
		atLeast(facts, write, {
			unit: 'USD',
			subject: `Margen en ${facts.exchange} tras un movimiento del ${write.number(facts.move)} % contra la pata, frente a su margen de mantenimiento`,
			remedy: 'Reduce el apalancamiento.',
		}),
	liquidation: (facts, write) =>
		atLeast(facts, write, {
			unit: '%',
			subject: `Distancia desde la entrada hasta el precio de liquidación en ${facts.exchange}`,
			remedy: 'Reduce el apalancamiento.',
		}),
	exitLiquidation: (facts, write) =>
		atLeast(facts, write, {
			unit: '%',
			subject: `Distancia desde la entrada hasta el precio de liquidación en ${facts.exchange}, frente a tu regla de salida`,
			remedy:
				'La regla cerraría la posición de inmediato. Reduce la distancia de la regla o el apalancamiento.',
		}),
	margin({ exchange, needed, available, isEnough }, write) {
		const [need, free] = write.usdPair(needed, available);
		const figures = `en ${exchange}: se necesitan ${need} con comisiones y una reserva del 2 %; hay ${free} disponibles.`;
		return isEnough ? `Margen ${figures}` : `Falta margen ${figures} Reduce el importe o deposita fondos.`;
	},
	tradingEnabled: () => 'Las aperturas están permitidas.',
	guards: ({ guards, reasons }, write) =>
		guards.length === 0
			? 'Ninguna salvaguarda bloquea esta operación.'
			: `Hay salvaguardas que bloquean esta operación: ${guards.join(', ')}. ${reasons.map(write.words).join(' ')}`.trim(),
	exitRulesSound: () =>
		'Las reglas de salida están dentro de sus límites y ninguna cierra la posición de inmediato.',
	mode: ({ asked, used }) =>
		asked === used ? `Modo de apertura: ${used}.` : `Modo de apertura: ${used}, solicitado ${asked}.`,
	netApr({ net, minimum }, write) {
		const [was, least] = write.percentPair(net ?? minimum, minimum);
		return `APR neto: ${net === null ? 'desconocido' : was}, tu mínimo ${least}.`;
	},
	verdict({ verdict, isCallersTerm, reasons }, write) {
		if (verdict === 'trade') return 'El veredicto es Operar.';
		const who = isCallersTerm ? '`only_if_trade` exige' : 'Los límites de este agente exigen';
		return `El veredicto es ${VERDICTS.get(verdict) ?? verdict}. ${who} el veredicto Operar. ${reasons.map(write.words).join(' ')}`.trim();
	},
	positionAgrees: ({ instrument, held }, write) =>
		`${instrument}: la cuenta tiene ${write.coins(held)} monedas, igual que tus operaciones.`,
	positionCloseRefused: ({ instrument, execution, refusal }) =>
		`${instrument}: el exchange rechaza las órdenes que cierran ${holder(execution)} (${refusal}). Sigue ese cierre en la cartera u opera otro instrumento.`,
	positionUnmanaged({ instrument, held, managed, rest }, write) {
		const [account, ours] = write.coinsPair(held, managed);
		return `${instrument}: la cuenta tiene ${account} monedas, pero tus operaciones tienen ${ours}. Cierra antes en el exchange las otras ${write.coins(rest)} monedas.`;
	},
	positionRepaired: ({ instrument, execution }) =>
		`${instrument} está en uso por ${holder(execution)}, cuyas patas se están equilibrando o cerrando. Inténtalo de nuevo cuando termine.`,
	positionOtherSide: ({ instrument, execution, side, wanted }) =>
		`${instrument} está en ${LEGS[side]} por ${holder(execution)}. El exchange compensaría con ello una pata en ${LEGS[wanted]}. Cierra antes esa operación.`,
	positionOtherLeverage: ({ instrument, execution, held, wanted }, write) =>
		`${instrument} tiene apalancamiento ${write.number(held)} por ${holder(execution)}; pediste ${write.number(wanted)}. Una posición tiene un solo apalancamiento, así que usa el mismo.`,
	positionOtherMarginMode: ({ instrument, execution, mode }) =>
		`${instrument} usa margen ${mode === 'cross' ? 'cruzado' : mode} por ${holder(execution)}. Las patas nuevas usan margen aislado, y una posición tiene un solo modo de margen. Cierra antes esa operación.`,
	positionPartialFill: ({ instrument, execution, smallest, lot }, write) =>
		`${instrument} está en uso por ${holder(execution)}. Su orden mínima es de ${write.number(smallest)} monedas con un lote de ${write.number(lot)}. Tras una ejecución parcial, una operación no podría cerrar su resto sin reducir la otra. Cierra antes esa operación.`,
};

function holder(execution: string | null): string {
	return execution === null ? 'otra de tus llamadas que la está abriendo ahora' : `la operación ${execution}`;
}
