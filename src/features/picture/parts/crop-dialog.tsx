import { Minus, Plus, RotateCcw } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from "react";
import { lineClass } from "#features/drawing/parts/marks.tsx";
import { SubmitButton } from "#ui/form-submit.tsx";
import { QuestionDialog } from "#ui/form-dialog.tsx";
import "./crop.css";
import { cutPicture, drawCrop, openPicture } from "./canvas.ts";
import { cropAfterKey, cropInWords, firstCrop, maxZoom, zoomCrop, type Crop } from "./crop.ts";
import { useCropGestures } from "./use-crop-gestures.ts";

/** Twice the largest size it is shown in. */
const STAGE = 640;
const STEP = 1.25;

function useDrawing(canvas: RefObject<HTMLCanvasElement | null>, picture: ImageBitmap, crop: Crop, edge: number): void {
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop, edge);
  }, [canvas, picture, crop, edge]);
}

function Preview(props: { picture: ImageBitmap; crop: Crop; size: 104 | 44; words: string }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, props.picture, props.crop, props.size * 2);
  return (
    <span className="crop__as">
      <span className={props.size === 104 ? "pr-av" : undefined}>
        <span className={`avatar avatar--${props.size}`}>
          <canvas ref={canvas} className="avatar__img" aria-hidden="true" />
        </span>
      </span>
      <span className="xs faint">{props.words}</span>
    </span>
  );
}

/** The picture under its round frame, moved and enlarged by pointer and by keys. */
function Stage(props: {
  picture: ImageBitmap;
  crop: Crop;
  onChange: (next: (crop: Crop) => Crop) => void;
  describedBy: string;
}): ReactNode {
  const { picture, crop, onChange } = props;
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useDrawing(canvas, picture, crop, STAGE);
  useCropGestures(stage, picture, onChange);
  return (
    <div
      ref={stage}
      className="crop__stage"
      role="application"
      aria-label="What is kept of the picture"
      aria-describedby={props.describedBy}
      tabIndex={0}
      data-safe
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const next = cropAfterKey(picture, crop, event.key, event.shiftKey);
        if (!next) return;
        event.preventDefault();
        onChange(() => next);
      }}
    >
      <canvas ref={canvas} className="crop__canvas" aria-hidden="true" />
      <span className="crop__ring" aria-hidden="true" />
    </div>
  );
}

/** The text that a screen reader announces after a change, once the person pauses. */
function useSpoken(words: string): string {
  const [spoken, setSpoken] = useState("");
  const isFirst = useRef(true);
  useEffect(() => {
    // Do not announce the initial state.
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => setSpoken(words), 400);
    return () => clearTimeout(timer);
  }, [words]);
  return spoken;
}

function Cropper(props: {
  picture: ImageBitmap;
  profileId: string;
  problem: ReactNode;
  isSaving: boolean;
  onSave: (cut: Blob) => void;
  onClose: () => void;
}): ReactNode {
  const { picture, isSaving } = props;
  const id = useId();
  const [crop, setCrop] = useState(() => firstCrop(picture));
  const spoken = useSpoken(cropInWords(picture, crop));
  const most = maxZoom(picture);
  const zoomBy = (factor: number) => (): void => setCrop((now) => zoomCrop(picture, now, now.zoom * factor));
  const save = async (): Promise<void> => {
    const cut = await cutPicture(picture, crop);
    if (cut) props.onSave(cut);
  };
  return (
    <form
      className={`crop ${lineClass(props.profileId)}`}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving) void save();
      }}
    >
      <p className="small dim" id={`${id}-how`}>
        Drag the picture or use the arrow keys. Pinch, scroll or press + and − to zoom.
      </p>
      <div className="crop__g">
        <Stage picture={picture} crop={crop} onChange={setCrop} describedBy={`${id}-how`} />
        <div className="crop__pre" role="img" aria-label="Preview of the picture">
          <Preview picture={picture} crop={crop} size={104} words="On your page" />
          <Preview picture={picture} crop={crop} size={44} words="On cards" />
        </div>
      </div>
      <div className="crop__zoom">
        <button type="button" className="btn btn--s btn--icon" aria-label="Zoom out" onClick={zoomBy(1 / STEP)}>
          <Minus className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        </button>
        <input
          className="crop__range"
          type="range"
          aria-label="Zoom"
          aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
          min={100}
          max={Math.max(101, Math.round(most * 100))}
          disabled={most <= 1}
          value={Math.round(crop.zoom * 100)}
          onChange={(event) => {
            const zoom = Number(event.target.value) / 100;
            setCrop((now) => zoomCrop(picture, now, zoom));
          }}
        />
        <button type="button" className="btn btn--s btn--icon" aria-label="Zoom in" onClick={zoomBy(STEP)}>
          <Plus className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn--g btn--icon"
          aria-label="Begin again"
          onClick={() => setCrop(firstCrop(picture))}
        >
          <RotateCcw className="icon" size={16} strokeWidth={2} aria-hidden="true" />
        </button>
      </div>
      <p className="sr" role="status">
        {spoken}
      </p>
      <div role="alert">{props.problem}</div>
      <div className="dialog__actions">
        <button type="button" className="btn btn--g" onClick={props.onClose}>
          Cancel
        </button>
        <SubmitButton className="btn btn--p" isLoading={isSaving} loadingLabel="Saving the picture">
          Save picture
        </SubmitButton>
      </div>
    </form>
  );
}

/** Chooses the square of a picture. Open until the server has it, so that a failure loses nothing. */
export function CropDialog(props: {
  file: File;
  profileId: string;
  problem: ReactNode;
  isSaving: boolean;
  onSave: (cut: Blob) => void;
  onClose: () => void;
  /** The browser cannot read the file. */
  onUnreadable: () => void;
}): ReactNode {
  const { file } = props;
  const [picture, setPicture] = useState<ImageBitmap>();
  const unreadable = useRef(props.onUnreadable);
  useEffect(() => {
    unreadable.current = props.onUnreadable;
  });
  useEffect(() => {
    let isGone = false;
    let opened: ImageBitmap | undefined;
    void openPicture(file).then((found) => {
      opened = found;
      if (isGone) found?.close();
      else if (found) setPicture(found);
      else unreadable.current();
    });
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [file]);
  if (!picture) return null;
  return (
    <QuestionDialog title="Your picture" kind="dialog" onClose={props.onClose}>
      <Cropper
        picture={picture}
        profileId={props.profileId}
        problem={props.problem}
        isSaving={props.isSaving}
        onSave={props.onSave}
        onClose={props.onClose}
      />
    </QuestionDialog>
  );
}
