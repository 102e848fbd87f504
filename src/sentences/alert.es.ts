/** Messages of alerts, in Spanish. */
import type { alert as english } from './alert.ts';
import type { Figure, Writer } from './sentence.ts';
import type { Translated } from './translated.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type Place = Parameters<typeof english.resumed>[0];
type Thin = Parameters<typeof english.marginWatch>[0];
type RuleNews = Parameters<typeof english.ruleCrossed>[0];

const LEGS = { long: 'larga', short: 'corta' };
const SIDES = { above: 'por encima de', below: 'por debajo de' };

/** Name of the figure that a rule compares, in the middle of a sentence. */
const RULE_FIGURES: ReadonlyMap<string, string> = new Map([
	['funding_rate', 'la tasa de financiación'],
	['spread_apr', 'el diferencial anunciado'],
	['net_apr', 'el neto esperado'],
	['basis', 'la base de precio'],
	['execution_net', 'el resultado neto'],
	['margin_distance', 'la distancia a la liquidación'],
]);
const YEARLY: ReadonlySet<string> = new Set(['funding_rate', 'spread_apr', 'net_apr']);

/** Messages of alerts, and phrases within them, in Spanish. */
export const alert: Translated<typeof english> = {
	pair: ({ symbol, long, short }) => `${symbol} (largo ${long}, corto ${short})`,
	coinOn: ({ coin, exchange }) => `${coin} en ${exchange}`,
	began: ({ name, amount }, write) => `${write.words(name)} comenzó: ${write.usd(amount)} entre ambas patas.`,
	tookOver: ({ name, from }, write) =>
		`${write.words(name)} comenzó como cobertura de emergencia de ${from}.`,
	rolls: ({ name, from }, write) =>
		`${write.words(name)} comenzó: continúa ${from} con una pata en un exchange nuevo.`,
	running: ({ name, deployed }, write) =>
		`${write.words(name)} está en curso: ambas patas son iguales, ${write.usd(deployed)} invertidos.`,
	failed: ({ name, reason }, write) =>
		`${write.words(name)} falló, y no hay ninguna posición abierta. Motivo: ${ended(write.words(reason))}`,
	attention: ({ name, reason }, write) =>
		`${write.words(name)} requiere tu atención: ${ended(write.words(reason))}`,
	attentionCleared: ({ name, reason }, write) =>
		`${write.words(name)} ya no requiere tu atención: ${ended(write.words(reason))}`,
	closed: ({ name, heldMs, pnl, funding, fees, reason }, write) =>
		`${write.words(name)} se cerró tras ${duration(heldMs)}: ganancia ${write.usd(pnl)}, con financiación ${write.usd(funding)} y comisiones ${write.usd(fees)} incluidas. Motivo: ${ended(write.words(reason))}`,
	unhedged: ({ name, leg, notional, lastedMs, limit, limitMs }, write) =>
		`${write.words(name)} está sin cobertura: la pata ${LEGS[leg]} lleva una ventaja de ${write.usd(notional)} desde hace ${duration(lastedMs)} (límites: ${write.usd(limit)}, ${duration(limitMs)}). El servicio iguala las patas por sí mismo.`,
	hedgedAgain: ({ name }, write) => `${write.words(name)} vuelve a estar cubierta: ambas patas son iguales.`,
	endedFlat: ({ id }) => `${id} ya no está sin cobertura: la operación terminó, y ambas patas están en cero.`,
	nearLiquidation: ({ name, leg, exchange, distance, limit, runway }, write) =>
		`${write.words(name)}: la pata ${LEGS[leg]} en ${exchange} está a ${percent(distance, write)} de su precio de liquidación, límite ${percent(limit, write)}.${runway === null ? '' : ` Su margen dura ${write.words(runway)}.`}`,
	farFromLiquidation: ({ name, leg, exchange, distance }, write) =>
		`${write.words(name)}: la pata ${LEGS[leg]} en ${exchange} está de nuevo a ${percent(distance, write)} de su precio de liquidación.`,
	marginWatch: (facts, write) =>
		`El margen en ${facts.exchange} es escaso: ${thinness(facts, write)} Todavía no tienes que actuar.`,
	marginTransfer: ({ advice, ...facts }, write) =>
		`El margen en ${facts.exchange} necesita una transferencia: ${thinness(facts, write)} ${advice === null ? 'Ninguna otra cuenta tiene dinero de sobra: deposita ahí o cierra una parte.' : write.words(advice)}`,
	marginReduce: ({ advice, ...facts }, write) =>
		`El margen en ${facts.exchange} está casi agotado: ${thinness(facts, write)} Cierra ahora una parte de tus pares ahí.${advice === null ? '' : ` ${write.words(advice)}`}`,
	moveMargin: ({ amount, from, to, by }, write) =>
		`Transfiere ${write.usd(amount)} de ${from} a ${to}${by === null ? '' : ` antes de ${write.instant(by)}`} y añádelo al margen de las posiciones.`,
	marginUnderWay: ({ amount, from, to }, write) => `${write.usd(amount)} están en camino de ${from} a ${to}.`,
	marginArrived: ({ amount, from, to }, write) =>
		`La transferencia de ${write.usd(amount)} desde ${from} ha llegado a ${to}.`,
	ownTransferDone: ({ exchange, asset, amount }, write) =>
		`El servicio movió ${write.number(amount)} ${asset} de tu billetera principal en ${exchange} a tu cuenta de futuros allí, porque su margen era escaso. Añádelo al margen de las posiciones.`,
	ownTransferUnknown: ({ exchange, asset, amount }, write) =>
		`El servicio envió una transferencia de ${write.number(amount)} ${asset} de tu billetera principal en ${exchange} a tu cuenta de futuros allí, y todavía no tiene una respuesta segura. Pregunta a ${exchange} por el resultado y no envía nada más mientras tanto.`,
	ownTransferRefused: ({ exchange, asset, amount, why }, write) =>
		`${exchange} no movió ${write.number(amount)} ${asset} de tu billetera principal a tu cuenta de futuros.${why === '' ? '' : ` Dijo: ${why}`}`,
	marginBack: ({ exchange, share }, write) =>
		share === null
			? `Ya no tienes posiciones en ${exchange}.`
			: `El margen en ${exchange} se ha recuperado: el capital es el ${write.percentFixed(share, 0)} de tus posiciones.`,
	venueDown: ({ exchange, downMs, limitMs, reason }, write) =>
		`${exchange} no envía datos actuales desde hace ${duration(downMs)}, límite ${duration(limitMs)}. Tienes operaciones abiertas allí. Motivo: ${reason === null ? 'desconocido.' : write.words(reason)}`,
	venueBack: ({ exchange }) => `${exchange} vuelve a enviar datos actuales.`,
	streamSilent: ({ exchange, since }, write) =>
		`El flujo de tu cuenta en ${exchange} no informa de tus últimas órdenes desde el ${write.instant(since)}. El servicio notaría una liquidación con segundos de retraso, así que no abre posiciones allí. Las posiciones abiertas aún se pueden cerrar. El servicio reconecta el flujo cada minuto. Si sigue en silencio, revisa la página de estado de ${exchange} y el proxy o el cortafuegos de esta máquina.`,
	streamBack: ({ exchange }) => `El flujo de tu cuenta en ${exchange} vuelve a informar de órdenes.`,
	halted: ({ by, at, reason, closeAll, ...place }, write) =>
		`El trading${where(place)} se detuvo el ${write.instant(at)} (${haltedBy(by)}). Motivo: ${reason === null ? 'no indicado' : reason.replace(/\.$/, '')}. Las operaciones en curso ${closeAll ? 'se están cerrando' : 'continúan'}.`,
	resumed: (place) => `El trading${where(place)} se reanudó.`,
	reversed: ({ name, reason, closes }, write) =>
		`La financiación de ${write.words(name)} se volvió en tu contra. ${write.words(reason)} ${
			closes
				? 'El servicio cierra la operación cuando dos comprobaciones seguidas lo confirman. Espera más mientras los costes de salida son más altos de lo normal.'
				: 'close_on_reversal está desactivado, así que el servicio mantiene abierta la operación.'
		}`,
	worthHolding: ({ name, reason }, write) =>
		`Vale la pena mantener ${write.words(name)} de nuevo. ${write.words(reason)}`,
	summary: (figures, write) => {
		const { openCount, unrealized } = figures;
		return [
			`Ganaste ${write.usd(figures.earned)} en las 24 h hasta el ${write.instant(figures.until)}:`,
			`financiación recibida ${write.usd(figures.received)}, financiación pagada ${write.usd(figures.paid)}, cambios de precio ${write.usd(figures.price)}, comisiones ${write.usd(figures.fees)}.`,
			`Abierto: ${openCount} ${openCount === 1 ? 'operación' : 'operaciones'}, ${write.usd(figures.deployed)} invertidos${unrealized === null ? '' : `, no realizado ${write.usd(unrealized)}`}.`,
			...figures.unexplained.map(
				({ exchange, amount }) => `Ningún registro explica un cambio de ${write.usd(amount)} en ${exchange}.`,
			),
		].join(' ');
	},
	test: ({ target }) => `Esto es una prueba: las alertas para ${JSON.stringify(target)} llegan aquí.`,
	targetPaused: ({ target, kind, shown, since, failure }, write) =>
		`Las alertas a ${JSON.stringify(target)} (${kind}, ${shown}) están en pausa, porque todos los intentos desde el ${write.instant(since)} fallaron. ${write.words(failure)} Para reanudarlas, envía una prueba con test_alert_target.`,
	ruleCrossed: (news, write) =>
		`${news.rule}: ${RULE_FIGURES.get(news.kind)} de ${write.words(news.subject)} es ${ruleFigures(news, write)}.`,
	ruleBack: (news, write) =>
		`${news.rule}: ${RULE_FIGURES.get(news.kind)} de ${write.words(news.subject)} vuelve a ${ruleFigures(news, write)}.`,
};

/** Writes a rule's figure and limit. */
function ruleFigures({ kind, value, direction, limit }: RuleNews, write: Writer): string {
	const unit = YEARLY.has(kind) ? ' al año' : '';
	const [figure, bound] =
		kind === 'execution_net' ? write.usdPair(value, limit) : write.percentPair(value, limit);
	return `${figure}${unit} (límite: ${SIDES[direction]} ${bound}${unit})`;
}

/** Writes how thin a margin is, with its limit and the move that uses it up. */
function thinness({ share, limit, move }: Thin, write: Writer): string {
	const is = `el capital es el ${write.percentFixed(share, 0)} de tus posiciones, límite ${write.percentFixed(limit, 0)}.`;
	if (move === null) return is;
	return `${is} Una ${move < 0 ? 'caída' : 'subida'} del precio del ${write.percentFixed(move < 0 ? -move : move, 0)} liquida una posición.`;
}

/** Writes a percentage with up to two decimals. */
function percent(value: Figure, write: Writer): string {
	return write.percentPair(value, value)[0];
}

/** Writes a duration in whole units, rounded down. */
function duration(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
	return `${Math.floor(ms / HOUR_MS)} h`;
}

function where({ exchange, everywhere }: Place): string {
	if (exchange !== null) return ` en ${exchange}`;
	return everywhere ? ' en todos los exchanges' : '';
}

function haltedBy(by: string): string {
	if (by === 'restore') return 'por la restauración de una copia de seguridad';
	return by === 'operator' ? 'por el operador' : `halt_trading, ${by}`;
}

/** Adds a full stop unless the text ends with `.`, `!` or `?`. */
function ended(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
