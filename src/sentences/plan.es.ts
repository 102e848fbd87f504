/** Sentences of a portfolio plan, in Spanish. */
import type { plan as english } from './plan.ts';
import type { Translated } from './translated.ts';

/** Why a plan is as it is, in Spanish. */
export const plan: Translated<typeof english> = {
	gross: ({ max }, write) => `La cartera mantiene como máximo ${write.usd(max)} en todas las patas.`,
	coin: ({ coin, max }, write) =>
		`La cartera mantiene como máximo ${write.usd(max)} de ${coin} en todas las patas.`,
	exchange: ({ exchange, max }, write) => `La cartera mantiene como máximo ${write.usd(max)} en ${exchange}.`,
	exchangeNet: ({ exchange, max }, write) =>
		`Largos y cortos en ${exchange} difieren como máximo en ${write.usd(max)}.`,
	legFixed: ({ coin, exchange, usd }, write) => `${coin} en ${exchange} se queda en ${write.usd(usd)}.`,
	legRange: ({ coin, exchange, low, high }, write) => {
		const leg = `${coin} en ${exchange} se queda`;
		if (low === null) return high === null ? `${leg} libre.` : `${leg} en ${write.usd(high)} o menos.`;
		if (high === null) return `${leg} en ${write.usd(low)} o más.`;
		return `${leg} entre ${write.usd(low)} y ${write.usd(high)}.`;
	},
	contradiction: ({ limits }, write) =>
		`Ningún plan cumple estos límites a la vez: ${limits.map((limit) => write.words(limit)).join(' ')} Amplía uno de ellos.`,
	price: ({ limit, usd }, write) => `${write.words(limit)} Un USD más ganaría unos ${write.usd(usd)} al año.`,

	notTradable: ({ coin, exchange }) => `${coin} no se puede operar ahora en ${exchange}.`,
	delisting: ({ coin, exchange }) =>
		`${exchange} retira ${coin} del mercado, así que el plan cierra esta pata.`,
	excluded: ({ coin, exchange }) => `La cartera no abre nada de ${coin} en ${exchange}.`,
	nextInQueue: ({ coin, exchange }) =>
		`${exchange} puede cerrar pronto ${coin} allí por desapalancamiento automático, así que el plan no lo amplía.`,
	squeeze: ({ coin, until }, write) =>
		`${coin} sufrió un movimiento brusco. El plan no abre nada hasta ${write.instant(until)}.`,
	newCoin: ({ coin, exchange, days, required }) =>
		`${coin} en ${exchange} tiene ${days} días de historial de financiación; el plan solo abre monedas con ${required}.`,
	noForecast: ({ coin, exchange }) =>
		`No hay previsión para ${coin} en ${exchange}, así que el plan no abre nada allí.`,
	size: ({ coin, exchange, max }, write) =>
		`El libro de órdenes de ${coin} en ${exchange} admite como máximo ${write.usd(max)}.`,

	open: ({ coin, long, short, usd }, write) =>
		`Abre ${coin} con ${write.usd(usd)} por pata: largo en ${long}, corto en ${short}.`,
	enlarge: ({ coin, long, short, usd }, write) =>
		`Amplía ${coin} en ${write.usd(usd)} por pata: largo en ${long}, corto en ${short}.`,
	reduce: ({ coin, long, short, usd }, write) =>
		`Reduce ${coin} en ${write.usd(usd)} por pata: largo en ${long}, corto en ${short}.`,
	close: ({ coin, long, short, usd }, write) =>
		`Cierra ${coin} con ${write.usd(usd)} por pata: largo en ${long}, corto en ${short}.`,
	roll: ({ coin, leg, from, to, stays, usd }, write) =>
		`Mueve la pata ${leg === 'long' ? 'larga' : 'corta'} de ${coin} (${write.usd(usd)}) de ${from} a ${to}; la otra pata sigue en ${stays}.`,
	gain: ({ gain, cost, ratio, days }, write) => {
		const figures = `Ganancia esperada en ${days} días: ${write.usd(gain)}. Coste: ${write.usd(cost)}.`;
		return ratio === null ? figures : `${figures} La ganancia es ${write.fixed(ratio, 1)} veces el coste.`;
	},
	forced: () => 'Este cambio por sí solo no cubre su coste. Lo exige un límite u otro cambio del plan.',

	pays: ({ net, cash }, write) =>
		`Neto esperado: ${write.percentFixed(net, 1)} del capital al año. El efectivo paga ${write.percentFixed(cash, 1)}.`,
	belowCash: ({ net, cash, leverage, needed, max }, write) => {
		const result = `Ningún plan paga más que el efectivo con apalancamiento ${write.number(leverage)}: neto esperado ${write.percentFixed(net, 1)} del capital al año, efectivo ${write.percentFixed(cash, 1)}.`;
		if (needed === null) return result;
		const at = `Un apalancamiento de ${write.fixed(needed, 2)} igualaría al efectivo`;
		return needed > max
			? `${result} ${at}, por encima del máximo de ${write.number(max)}.`
			: `${result} ${at}.`;
	},
	noCapital: () =>
		'No hay ninguna cuenta con patrimonio en estos exchanges. Indica el capital del plan, o conecta una cuenta.',
	unavailable: ({ why }) =>
		why === 'time_limit'
			? 'El plan ha tardado demasiado. Planifica menos monedas o exchanges, o inténtalo más tarde.'
			: why === 'closed'
				? 'El servicio se está deteniendo, así que no hace ningún plan.'
				: 'El cálculo del plan ha fallado. Inténtalo más tarde.',
	busy: ({ coins }) =>
		`El plan no toca ${coins.join(', ')}, porque una posición se está abriendo o cerrando, o te necesita.`,
	stuck: ({ coin, exchange }) =>
		`${coin} en ${exchange} sigue como está, porque las otras patas de ${coin} no pueden cambiar con ella.`,
	nothing: ({ cash }, write) =>
		`Ningún par gana sus costes ahora. El efectivo paga ${write.percentFixed(cash, 1)} al año.`,
};
