/** Reasons that the journal keeps as text, and reasons that name another one, in Spanish. */
import type { reason as english, phase as englishPhase } from './reason.ts';
import type { Translated } from './translated.ts';

/** Fixed reasons, in Spanish. */
export const reason: Translated<typeof english> = {
	closedByCaller: () => 'cerrada con close_execution',
	partClosedByCaller: () => 'cerrada en parte con close_execution',
	canceledByCaller: () => 'CANCELED: con cancel_execution',
	keptByCaller: () => 'CANCELED: la apertura se terminó con cancel_execution',
	agentStopped: () => 'su agente se detuvo',
	unknownOrder: () =>
		'El resultado de una orden es desconocido desde hace demasiado tiempo. Revisa ambos exchanges. El servicio sigue consultando y continúa cuando el exchange responde.',
	notFlat: () =>
		'Nuestras ejecuciones suman cero, pero un exchange informa de una posición en el contrato. La causó una operación manual. Cierra esa posición en el exchange. La operación termina entonces por sí misma.',
	allProven: () => 'El resultado de todas las órdenes es conocido.',
	equalAgain: () => 'Ambas patas vuelven a ser iguales.',
	tradedAgain: () => 'Ambos contratos vuelven a negociarse.',
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

/** Reasons that name another reason or an execution, in Spanish. */
export const phase: Translated<typeof englishPhase> = {
	unwinding: ({ why }, write) => `reduciendo: ${write.words(why)}`,
	canceled: ({ why }, write) => `CANCELED: ${write.words(why)}`,
	nothingOpened: ({ why }, write) => `No se abrió nada: ${write.words(why)}.`,
	emergencyHedge: ({ from, exchange }) =>
		`cobertura de emergencia de ${from}: se cierra cuando ${exchange} responda de nuevo`,
};
