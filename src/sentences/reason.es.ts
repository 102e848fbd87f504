/** Reasons that the journal keeps as text, and reasons that name another one, in Spanish. */
import type { reason as english, legReason as englishLegReason, phase as englishPhase } from './reason.ts';
import type { Translated } from './translated.ts';

const SECOND_MS = 1_000;

const LEGS = { long: 'larga', short: 'corta' };
const CAUSES = {
	liquidation: 'liquidación',
	adl: 'desapalancamiento automático',
	delisting: 'retirada del mercado',
	hand: 'operación manual',
	handover: 'traspaso a otra operación',
};

/** Fixed reasons, in Spanish. */
export const reason: Translated<typeof english> = {
	closed: () => 'cerrada',
	closedBySwitch: () => 'cerrada por una parada de emergencia',
	closedByDisconnect: () => 'cerrada porque su cuenta de exchange se está desconectando',
	closedByCaller: () => 'cerrada con close_execution',
	partClosedByCaller: () => 'cerrada en parte con close_execution',
	canceledBySwitch: () => 'CANCELED: por una parada de emergencia',
	canceledByDisconnect: () => 'CANCELED: porque su cuenta de exchange se está desconectando',
	canceledByCaller: () => 'CANCELED: con cancel_execution',
	keptByCaller: () => 'CANCELED: la apertura se terminó con cancel_execution',
	agentStopped: () => 'su agente se detuvo',
	unknownOrder: () =>
		'El resultado de una orden es desconocido desde hace demasiado tiempo. Revisa ambos exchanges. El servicio sigue consultando y continúa cuando el exchange responde.',
	notFlat: () =>
		'Nuestras ejecuciones suman cero, pero un exchange informa de una posición en el contrato. La causó una operación manual. Cierra esa posición en el exchange. La operación termina entonces por sí misma.',
	rollBroken: () =>
		'La posición anterior no pudo traspasar su pata por un error interno. El servicio reduce la pata nueva para igualarlas. Avisa al operador.',
	allProven: () => 'El resultado de todas las órdenes es conocido.',
	equalAgain: () => 'Ambas patas vuelven a ser iguales.',
	tradedAgain: () => 'Ambos contratos vuelven a negociarse.',
	calm: () => 'La cuenta coincide con el diario desde hace diez minutos.',
	settings: () => 'El apalancamiento y el modo de margen son los del plan.',
	explained: () => 'Las ejecuciones del exchange explican el cambio en la posición.',
	otherClose: () => 'Se pidió otro cierre.',
	restartedBeforeSend: () => 'El servicio se reinició antes de enviar nada.',
	restartedInFlight: () => 'El servicio se reinició mientras la orden estaba en camino.',
	nothingOpened: () => 'No se abrió nada.',
	noDepth: () =>
		'No se abrió nada: ningún libro de órdenes tenía la cantidad dentro del límite de deslizamiento cuando llegaron las órdenes.',
	tooSmall: () =>
		'la cantidad abierta es menor que la orden mínima de los exchanges, así que el servicio la cierra de nuevo',
	noFill: () => 'la primera pata no se ejecutó dentro del límite de deslizamiento',
	notWorthIt: () => 'abrir el resto ya no compensa el coste',
	rollGone: () => 'la posición anterior ya no está abierta',
	rollClosing: () => 'la posición anterior se está cerrando',
	rollRest: () => 'ninguna otra parte de la posición anterior puede pasar',
	rollRefused: () =>
		'La posición anterior no pudo ceder su pata. El servicio reduce la pata nueva para igualarlas.',
	otherLegLags: () => 'la otra pata no se ejecuta',
	reducing: () => 'ambas patas se están reduciendo',
	person: () => 'la operación requiere tu atención',
	otherOrderUnknown: () => 'una orden de la otra pata tiene un resultado desconocido',
	makerTimeOver: () => 'su plazo como orden maker terminó',
	settlementNear: () => 'un cobro está cerca',
	noBook: () => 'no hay un libro de órdenes actual',
	priceMoved: () => 'el mejor precio se alejó',
	notTraded: () => 'puede que un exchange no acepte órdenes en su contrato',
	exitCostlier: () => 'la base de precio se movió más que el límite, así que el resto se cierra como taker',
	unbalanced: () => 'sin equilibrio entre las patas',
	unwindingNow: () => 'reduciendo',
};

/** Reasons that name another reason, an execution, an exchange or a time, in Spanish. */
export const phase: Translated<typeof englishPhase> = {
	unwinding: ({ why }, write) => `reduciendo: ${write.words(why)}`,
	canceled: ({ why }, write) => `CANCELED: ${write.words(why)}`,
	nothingOpened: ({ why }, write) => `No se abrió nada: ${write.words(why)}.`,
	closedWhole: ({ why }, write) => `cerrada con close_execution; ${write.words(why)}`,
	outOfTime: ({ ms }, write) =>
		`el plazo de ${write.exact(Math.round(ms / SECOND_MS))} s terminó antes de que todo estuviera abierto`,
	answersAgain: ({ exchange }) =>
		`${exchange} responde de nuevo, así que el servicio cierra la cobertura de emergencia junto con la pata que cubre`,
	rolledTo: ({ to, leg, exchange }) => `la pata ${LEGS[leg]} pasa a ${exchange}, donde la tiene ${to}`,
	emergencyHedge: ({ from, exchange }) =>
		`cobertura de emergencia de ${from}: se cierra cuando ${exchange} responda de nuevo`,
};

/** Reasons that name a leg, in Spanish. */
export const legReason: Translated<typeof englishLegReason> = {
	openingRejected: ({ leg, why }) =>
		`No se abrió nada: la pata ${LEGS[leg]} fue rechazada (${why.replace(/\.$/, '')}).`,
	rejected: ({ leg, why }) =>
		`la pata ${LEGS[leg]} fue rechazada${why === null ? '' : ` (${why.replace(/\.$/, '')})`}`,
	unwindRejected: ({ leg, why }) =>
		`La pata ${LEGS[leg]} fue rechazada (${why}). El servicio reduce la otra pata para igualarla.`,
	unwindUnfilled: ({ leg }) =>
		`La pata ${LEGS[leg]} no se ejecutó dentro del límite de deslizamiento. El servicio reduce la pata mayor para igualarla.`,
	reduced: ({ cause, leg }) => `${CAUSES[cause]} en la pata ${LEGS[leg]}`,
};
