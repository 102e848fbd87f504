/** Sentences of the autopilot, in Spanish. */
import type { autopilot as english } from './autopilot.ts';
import type { Translated } from './translated.ts';

const STATES: Readonly<Record<string, string>> = {
	running: 'en marcha',
	paused: 'en pausa',
	stopping: 'deteniéndose',
	stopped: 'detenido',
};
const KINDS: Readonly<Record<string, string>> = {
	open: 'abrir',
	enlarge: 'ampliar',
	reduce: 'reducir',
	close: 'cerrar',
	roll: 'mover una pata de',
};

/** Sentences of the autopilot, in Spanish. */
export const autopilot: Translated<typeof english> = {
	unknownPot: ({ was }) => `pot_id debe nombrar uno de tus fondos; era ${JSON.stringify(was)}.`,
	unknownDecision: ({ was }) =>
		`decision_id debe nombrar una decisión de uno de tus fondos; era ${JSON.stringify(was)}.`,
	unknownChange: ({ was, count }) =>
		`changes debe tener números de los ${count} cambios de la decisión, contados desde 0; uno era ${was}.`,
	stopped: ({ pot }) => `El fondo ${pot} se detiene o está detenido. Inicia otro.`,
	holdsNothing: ({ pot }) => `El fondo ${pot} está detenido y no tiene nada que cerrar.`,
	usedKey: ({ key }) =>
		`La idempotency_key ${JSON.stringify(key)} ya se usó con otros parámetros. Usa una clave nueva.`,
	shadowActs: () => 'Un fondo sombra no opera con dinero, así que siempre actúa por sí mismo.',
	agentConfirms: ({ agent }) =>
		`El agente ${agent} no puede confirmar cambios que un fondo sugiere; una persona los confirma.`,
	agentActs: ({ agent }) =>
		`El agente ${agent} no puede pasar al modo act un fondo que sugiere; lo hace una persona.`,
	agentResumes: ({ agent }) =>
		`El agente ${agent} puede pausar y detener su fondo, pero no reanudarlo; lo hace una persona.`,
	tooMany: ({ limit }) => `Tienes ${limit} fondos sin detener, que es el límite.`,
	nothingToConfirm: () => 'Ninguno de estos cambios espera una confirmación.',
	confirmLive: ({ exchanges }) =>
		`Este servicio opera con dinero real. Confírmalo con confirm_live: ${JSON.stringify(exchanges)}.`,
	twoExchanges: () => 'Un fondo necesita al menos dos exchanges, porque cada par tiene dos patas.',
	notTraded: ({ exchange }) => `El servicio no opera en ${exchange}.`,
	sameCoin: ({ coin }) => `${coin} está a la vez permitida y excluida.`,
	capitalOverCap: ({ capital, limit }, write) =>
		`El capital del fondo, ${write.usd(capital)}, supera los ${write.usd(limit)} que este agente puede tener abiertos.`,

	pausedByUser: () => 'Una persona puso el fondo en pausa.',
	pausedByAgent: () => 'El agente del fondo lo puso en pausa.',
	stoppedByAgent: ({ closes }) =>
		closes
			? 'El agente del fondo lo detuvo y lo cierra todo.'
			: 'El agente del fondo lo detuvo; sus posiciones siguen abiertas.',
	stoppedByUser: ({ closes }) =>
		closes
			? 'Una persona detuvo el fondo y lo cierra todo.'
			: 'Una persona detuvo el fondo; sus posiciones siguen abiertas.',
	drawdown: ({ loss, highest, limit, closes }, write) =>
		`El fondo perdió ${write.usd(loss)} desde su valor más alto, ${write.usd(highest)}; su tope es el ${write.number(limit)} % del capital. ${closes ? 'Lo cierra todo.' : 'Está en pausa.'}`,
	agentStopped: () => 'El agente del fondo fue detenido, así que el fondo no abre nada más.',

	closesAll: () => 'El fondo se detiene, así que cierra esta posición.',
	marginReduction: ({ exchange, why }, write) =>
		`El margen en ${exchange} es bajo, así que el fondo cierra enseguida una parte de ambas patas. ${write.words(why)}`,

	queueReduction: ({ exchange, coin }) =>
		`${coin} vive un movimiento extremo, y ${exchange} cerraría pronto la pata de allí por desapalancamiento automático. El fondo cierra antes una parte de ambas patas, para que sigan iguales.`,

	nextInQueue: ({ exchange, coin }) =>
		`${exchange} puede cerrar pronto ${coin} allí por desapalancamiento automático, así que el fondo no lo amplía.`,
	replaced: () => 'Una decisión posterior sustituyó este cambio.',
	late: ({ until }, write) => `El cambio era válido hasta ${write.instant(until)}.`,
	alreadyClosed: () => 'La posición ya es tan pequeña como quería el cambio.',
	notNow: ({ state }) => `El fondo está ${STATES[state] ?? state}, así que no abre nada.`,
	underCash: ({ net, cash, least }, write) =>
		net === null
			? 'El neto del plan sobre el capital es desconocido, así que el fondo no abre nada.'
			: `El plan espera ${write.percent(net)} al año sobre el capital. El efectivo gana ${write.percent(cash)}, y el fondo quiere al menos ${write.number(least)} puntos porcentuales más.`,
	ordersPerDay: ({ made, limit }) =>
		`El fondo envió hoy las órdenes de ${made / 2} cambios; su límite es de ${limit} órdenes al día, dos por cambio.`,
	turnoverPerDay: ({ made, wanted, limit }, write) =>
		`El fondo negoció hoy ${write.usd(made)} y negociaría ${write.usd(wanted)} más; su límite es ${write.usd(limit)} al día.`,
	costsTooMuch: ({ cost, limit }, write) =>
		`El cambio costaría ahora ${write.usd(cost)}; el plan paga hasta ${write.usd(limit)}.`,
	costUnknown: () => 'El coste del cambio es desconocido ahora, así que el fondo no lo hace.',
	openingFailed: ({ why }, write) => `La apertura terminó sin posición. ${write.words(why)}`,
	opened: ({ notional }, write) => `Abierta; cada pata vale ${write.usd(notional)}.`,
	reduced: ({ quantity, coin }, write) => `Reducida a ${write.coins(quantity)} ${coin} por pata.`,
	closed: () => 'Cerrada; ambas patas están a cero.',

	moving: () => 'Una operación del fondo todavía se abre o se cierra.',
	noEquity: () => 'El patrimonio del fondo es desconocido ahora, porque falta un precio de marca.',
	noMark: ({ coin }) => `Una pata de ${coin} no tiene precio de marca actual.`,
	thinMargin: ({ exchange, share, limit }, write) =>
		`El patrimonio en ${exchange} es el ${write.percent(share)} del valor nocional allí, por debajo del ${write.percent(limit)}.`,

	decided: ({ pot, count }) =>
		`${pot} decidió ${count} ${count === 1 ? 'cambio' : 'cambios'} y los hace ahora.`,
	reducesMargin: ({ pot, count, exchange }) =>
		`${pot} cierra enseguida una parte de ${count} ${count === 1 ? 'posición' : 'posiciones'}, porque el margen en ${exchange} es bajo. No hace falta confirmarlo.`,
	closesNow: ({ pot, count }) =>
		`${pot} se detiene y cierra ahora ${count} ${count === 1 ? 'posición' : 'posiciones'}. No hace falta confirmarlo.`,
	suggested: ({ pot, count, until }, write) =>
		`${pot} sugiere ${count} ${count === 1 ? 'cambio' : 'cambios'}. Confirma o rechaza antes de ${write.instant(until)}.`,
	refused: ({ pot, kind, coin, why }, write) =>
		`${pot} no pudo hacer un cambio (${KINDS[kind] ?? kind} ${coin}): ${write.words(why)}`,
	stoppedByDrawdown: ({ pot, why }, write) => `${pot} alcanzó su tope de caída. ${write.words(why)}`,
	waits: ({ pot, why }, write) => `${pot} espera con su decisión. ${write.words(why)}`,
	ended: ({ pot }) => `${pot} está detenido.`,
};
